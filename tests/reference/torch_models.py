"""The recurrent models of JoeyNMT and of two PyTorch tutorials, each written as its authors wrote it:
modules of the same names, so that state_dict() names the tensors, run one step at a time in float64.

JoeyNMT (joeynmt/decoders.py)             s_t = GRU([ y ; v ], s_{t-1}), s_t asks,
                                          v_t = act(att_vector [ s_t ; c_t ]), logits = output v_t
bentrevett/pytorch-seq2seq, tutorial 3    s_{t-1} asks, s_t = GRU([ y ; c ], s_{t-1}),
                                          logits = fc_out [ s_t ; c ; y ]
bastings/annotated_encoder_decoder        s_{t-1} asks, the same cell, logits = proj P [ y ; s_t ; c ]
"""
import torch
from torch import nn


def module(**parts):
    out = nn.Module()
    for name, part in parts.items():
        setattr(out, name, part)
    return out


class Joey(nn.Module):
    eos, unk, bos = 3, 0, 2

    def __init__(self, Vx, Vy, E, H, D, attention="bahdanau", feeding=True, init="bridge",
                 activation="tanh"):
        super().__init__()
        self.src_embed, self.trg_embed = (module(lut=nn.Embedding(V, E)) for V in (Vx, Vy))
        self.encoder = module(rnn=nn.GRU(E, H, batch_first=True, bidirectional=True))
        keys = {"key_layer": nn.Linear(2 * H, D, bias=False)}
        if attention == "bahdanau":
            keys.update(query_layer=nn.Linear(D, D, bias=False),
                        energy_layer=nn.Linear(D, 1, bias=False))
        parts = {"rnn": nn.GRU(E + (D if feeding else 0), D, batch_first=True),
                 "att_vector_layer": nn.Linear(D + 2 * H, D),
                 "output_layer": nn.Linear(D, Vy, bias=False), "attention": module(**keys)}
        if init == "bridge":
            parts["bridge_layer"] = nn.Linear(2 * H, D)
        self.decoder = module(**parts)
        self.D, self.feeding, self.kind, self.init = D, feeding, attention, init
        self.act = {"tanh": torch.tanh, "relu": torch.relu}[activation]

    def start(self, ids):
        self.H, last = self.encoder.rnn(self.src_embed.lut(torch.tensor([ids])))
        self.K = self.decoder.attention.key_layer(self.H)
        if self.init == "bridge":
            s = self.act(self.decoder.bridge_layer(torch.cat([last[0], last[1]], -1)))
        else:
            s = last[0] if self.init == "last" else torch.zeros(1, self.D)
        return s, torch.zeros(1, self.D)

    def step(self, y, state):
        s, v = state
        y = self.trg_embed.lut(torch.tensor([self.bos if y is None else y]))
        x = torch.cat([y, v], -1) if self.feeding else y
        s = self.decoder.rnn(x[:, None], s[None])[1][0]
        attention = self.decoder.attention
        if self.kind == "bahdanau":
            e = attention.energy_layer(torch.tanh(attention.query_layer(s)[:, None] + self.K))[..., 0]
        else:
            e = (self.K @ s[..., None])[..., 0]
        alpha = e.softmax(-1)
        c = (alpha[:, None] @ self.H)[:, 0]
        v = self.act(self.decoder.att_vector_layer(torch.cat([s, c], -1)))
        return (s, v), alpha[0].numpy(), self.decoder.output_layer(v).log_softmax(-1)[0].numpy()


class Bentrevett(nn.Module):
    eos, unk, bos = 3, 0, 2

    def __init__(self, Vx, Vy, Ex, Ey, H, D, old_names=False):
        super().__init__()
        self.encoder = module(embedding=nn.Embedding(Vx, Ex), rnn=nn.GRU(Ex, H, bidirectional=True),
                              fc=nn.Linear(2 * H, D))
        self.names = ("attn", "v") if old_names else ("attn_fc", "v_fc")
        attention = module(**dict(zip(self.names, (nn.Linear(2 * H + D, D),
                                                   nn.Linear(D, 1, bias=False)))))
        self.decoder = module(attention=attention, embedding=nn.Embedding(Vy, Ey),
                              rnn=nn.GRU(Ey + 2 * H, D), fc_out=nn.Linear(Ey + 2 * H + D, Vy))

    def start(self, ids):
        self.H, last = self.encoder.rnn(self.encoder.embedding(torch.tensor(ids)))
        return torch.tanh(self.encoder.fc(torch.cat([last[0], last[1]], -1)))

    def step(self, y, s):
        attn, v = (getattr(self.decoder.attention, name) for name in self.names)
        y = self.decoder.embedding(torch.tensor(self.bos if y is None else y))
        energy = torch.tanh(attn(torch.cat([s.expand(len(self.H), -1), self.H], -1)))
        alpha = v(energy)[:, 0].softmax(-1)
        c = alpha @ self.H
        s = self.decoder.rnn(torch.cat([y, c])[None], s[None])[1][0]
        return s, alpha.numpy(), self.decoder.fc_out(torch.cat([s, c, y])).log_softmax(-1).numpy()


class Bastings(nn.Module):
    eos, unk, bos = 3, 0, 2

    def __init__(self, Vx, Vy, E, H, D):
        super().__init__()
        self.src_embed, self.trg_embed = nn.Embedding(Vx, E), nn.Embedding(Vy, E)
        self.encoder = module(rnn=nn.GRU(E, H, bidirectional=True))
        attention = module(key_layer=nn.Linear(2 * H, D, bias=False),
                           query_layer=nn.Linear(D, D, bias=False),
                           energy_layer=nn.Linear(D, 1, bias=False))
        self.decoder = module(attention=attention, rnn=nn.GRU(E + 2 * H, D),
                              bridge=nn.Linear(2 * H, D),
                              pre_output_layer=nn.Linear(D + 2 * H + E, D, bias=False))
        self.generator = module(proj=nn.Linear(D, Vy, bias=False))

    def start(self, ids):
        self.H, last = self.encoder.rnn(self.src_embed(torch.tensor(ids)))
        self.K = self.decoder.attention.key_layer(self.H)
        return torch.tanh(self.decoder.bridge(torch.cat([last[0], last[1]], -1)))

    def step(self, y, s):
        y = self.trg_embed(torch.tensor(self.bos if y is None else y))
        attention = self.decoder.attention
        alpha = attention.energy_layer(torch.tanh(attention.query_layer(s) + self.K))[:, 0].softmax(-1)
        c = alpha @ self.H
        s = self.decoder.rnn(torch.cat([y, c])[None], s[None])[1][0]
        pre = self.decoder.pre_output_layer(torch.cat([y, s, c]))
        return s, alpha.numpy(), self.generator.proj(pre).log_softmax(-1).numpy()
