"""The model of Alphascope from its equations alone, in float64: a second opinion.

Nothing here is fast, shared with the C code or translated from it. One sentence at a time, one step
at a time, one line per equation (Bahdanau, Cho, Bengio 2015, arXiv:1409.0473):

    h_i     = [ ->h_i ; <-h_i ]
    s_0     = tanh(W_s x + b_s); x is <-h_1 (start backward), the mean of all h_i (mean), or
              [ ->h_S ; <-h_1 ] (ends)

    attend(s): alpha = softmax(e), c = sum_i alpha_i h_i, where e_i is, by the score,
        additive     v_a^T tanh(W_a s + U_a h_i + b_a)
        general      s^T W_a h_i                          (Luong, Pham, Manning 2015)
        dot          s^T h_i                              (the same)
        scaled_dot   (W_q s)^T (W_k h_i) / sqrt(A)        (Vaswani et al. 2017)
    and with none there is no alpha: c = [ ->h_S ; <-h_1 ]

    query previous: c_t = attend(s_{t-1}), s_t = GRU(s_{t-1}, [ y_{t-1} ; c_t ])
    query current:  s_t = GRU(s_{t-1}, [ y_{t-1} ; c_{t-1} ]) with c_0 = 0, c_t = attend(s_t)
    query half:     s' = GRU(s_{t-1}, y_{t-1}), c_t = attend(s'), s_t = GRU_2(s', c_t)

    u_t = [ s_t ; c_t ; y_{t-1} ]; P(y_t | y_<t, x) is, by the readout,
        linear       softmax(W_o u_t + b_o)
        tanh         softmax(W_o tanh(W_r u_t + b_r) + b_o)
        maxout       softmax(W_o m + b_o), m_k = max(p_{2k}, p_{2k+1}), p = W_r u_t + b_r

Parameters are a dict from the tensor names of the model file to float64 tensors.
"""
import math

import torch

PAD, BOS, EOS, UNK = 0, 1, 2, 3
torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)   # the matrices are far too small to share


def shapes(c):
    """Tensor name -> shape, in file order. c: dict with E H D A R Vx Vy, score, query, readout, and
    what an imported model may have: start."""
    E, H, D, A, R, Vx, Vy = (c[k] for k in ("E", "H", "D", "A", "R", "Vx", "Vy"))
    half = c["query"] == "half"
    out = {"source.embedding": (Vx, E)}
    for way in ("forward", "backward"):
        p = "encoder." + way + "."
        out.update({p + "W_ih": (3 * H, E), p + "W_hh": (3 * H, H),
                    p + "b_ih": (3 * H,), p + "b_hh": (3 * H,)})
    start_in = H if c.get("start", "backward") == "backward" else 2 * H
    out.update({"decoder.init.W": (D, start_in), "decoder.init.b": (D,)})
    out.update({"additive": {"attention.W_a": (A, D), "attention.U_a": (A, 2 * H),
                             "attention.b_a": (A,), "attention.v_a": (A,)},
                "general": {"attention.W_a": (D, 2 * H)},
                "dot": {},
                "scaled_dot": {"attention.W_q": (A, D), "attention.W_k": (A, 2 * H)},
                "none": {}}[c["score"]])
    out.update({"target.embedding": (Vy, E),
                "decoder.cell.W_ih": (3 * D, E if half else E + 2 * H),
                "decoder.cell.W_hh": (3 * D, D),
                "decoder.cell.b_ih": (3 * D,), "decoder.cell.b_hh": (3 * D,)})
    if half:
        out.update({"decoder.second.W_ih": (3 * D, 2 * H), "decoder.second.W_hh": (3 * D, D),
                    "decoder.second.b_ih": (3 * D,), "decoder.second.b_hh": (3 * D,)})
    u = D + 2 * H + E
    out.update({"linear": {},
                "tanh": {"readout.W": (R, u), "readout.b": (R,)},
                "maxout": {"readout.W": (2 * R, u), "readout.b": (2 * R,)}}[c["readout"]])
    out.update({"output.W_o": (Vy, u if c["readout"] == "linear" else R), "output.b_o": (Vy,)})
    return out


def gru(p, prefix, x, h):
    """h' of one step. Rows of the weights lie in the order r, z, n."""
    W_ir, W_iz, W_in = p[prefix + "W_ih"].chunk(3)
    W_hr, W_hz, W_hn = p[prefix + "W_hh"].chunk(3)
    b_ir, b_iz, b_in = p[prefix + "b_ih"].chunk(3)
    b_hr, b_hz, b_hn = p[prefix + "b_hh"].chunk(3)
    r = torch.sigmoid(W_ir @ x + b_ir + W_hr @ h + b_hr)
    z = torch.sigmoid(W_iz @ x + b_iz + W_hz @ h + b_hz)
    n = torch.tanh(W_in @ x + b_in + r * (W_hn @ h + b_hn))
    return (1 - z) * n + z * h


def encode(p, c, x_ids):
    """h [S, 2H] and s_0 [D] of one source, </s> included."""
    x = p["source.embedding"][x_ids]
    zero = torch.zeros(p["encoder.forward.W_hh"].shape[1])
    forward, backward, state = [], [], zero
    for x_i in x:
        state = gru(p, "encoder.forward.", x_i, state)
        forward.append(state)
    state = zero
    for x_i in x.flip(0):
        state = gru(p, "encoder.backward.", x_i, state)
        backward.insert(0, state)
    h = torch.cat([torch.stack(forward), torch.stack(backward)], dim=1)
    x = {"backward": backward[0], "mean": h.mean(0),
         "ends": torch.cat([forward[-1], backward[0]])}[c.get("start", "backward")]
    s_0 = torch.tanh(p["decoder.init.W"] @ x + p["decoder.init.b"])
    return h, s_0


def energy(p, c, s, h_i):
    """e_{t,i} of the state that asks."""
    if c["score"] == "additive":
        return p["attention.v_a"] @ torch.tanh(p["attention.W_a"] @ s + p["attention.U_a"] @ h_i
                                               + p["attention.b_a"])
    if c["score"] == "general":
        return s @ (p["attention.W_a"] @ h_i)
    if c["score"] == "dot":
        return s @ h_i
    if c["score"] == "scaled_dot":
        return (p["attention.W_q"] @ s) @ (p["attention.W_k"] @ h_i) / math.sqrt(c["A"])
    raise ValueError(c["score"])


def attend(p, c, h, s):
    """e, alpha and c of the state that asks. Without attention e and alpha are zeros: nothing."""
    if c["score"] == "none":
        H = h.shape[1] // 2
        nothing = torch.zeros(len(h))
        return nothing, nothing, torch.cat([h[-1, :H], h[0, H:]])
    e = torch.stack([energy(p, c, s, h_i) for h_i in h])
    alpha = torch.softmax(e, 0)
    return e, alpha, sum(a * h_i for a, h_i in zip(alpha, h))


def step(p, c, h, state, y_id):
    """One target step from (s_{t-1}, c_{t-1}) and the id of y_{t-1}: e, alpha, (s_t, c_t) and
    log P(.)."""
    s, context = state
    y = p["target.embedding"][y_id]
    if c["query"] == "previous":
        e, alpha, context = attend(p, c, h, s)
        s = gru(p, "decoder.cell.", torch.cat([y, context]), s)
    elif c["query"] == "half":
        half = gru(p, "decoder.cell.", y, s)
        e, alpha, context = attend(p, c, h, half)
        s = gru(p, "decoder.second.", context, half)
    else:
        s = gru(p, "decoder.cell.", torch.cat([y, context]), s)
        e, alpha, context = attend(p, c, h, s)
    readout = torch.cat([s, context, y])
    if c["readout"] == "tanh":
        readout = torch.tanh(p["readout.W"] @ readout + p["readout.b"])
    elif c["readout"] == "maxout":
        pairs = (p["readout.W"] @ readout + p["readout.b"]).reshape(-1, 2)
        readout = torch.maximum(pairs[:, 0], pairs[:, 1])
    logp = torch.log_softmax(p["output.W_o"] @ readout + p["output.b_o"], 0)
    return e, alpha, (s, context), logp


def start(p, c, x_ids):
    """h and the state before the first step: s_0 and c_0 = 0."""
    h, s_0 = encode(p, c, x_ids)
    return h, (s_0, torch.zeros(h.shape[1]))


def forced(p, c, x_ids, y_ids):
    """Everything along a given target (which ends in </s>)."""
    h, state = start(p, c, x_ids)
    out = {"h": h, "s": [state[0]], "e": [], "alpha": [], "c": [], "logp_all": [], "logp": []}
    y_before = BOS
    for y in y_ids:
        e, alpha, state, logp = step(p, c, h, state, y_before)
        for name, value in (("e", e), ("alpha", alpha), ("c", state[1]), ("s", state[0]),
                            ("logp_all", logp), ("logp", logp[y])):
            out[name].append(value)
        y_before = y
    return {k: v if k == "h" else torch.stack(v) for k, v in out.items()}


# Decoding ---------------------------------------------------------------------------------------


def length_penalty(T, a):
    """Wu et al. 2016 (GNMT), without coverage."""
    return ((5 + T) / 6) ** a


class Fragile(Exception):
    """A choice hangs on less than float32 can tell apart: no use as a fixture."""


def check_gaps(falling, n, margin):
    """Refuses near-ties among the n best and the one after them."""
    for better, worse in zip(falling[:n], falling[1:n + 1]):
        if better - worse < margin:
            raise Fragile()


def best(logp, never, margin):
    """The most probable id that may be emitted."""
    order = sorted((v for v in range(len(logp)) if v not in never), key=lambda v: -logp[v])
    check_gaps([float(logp[v]) for v in order], 1, margin)
    return order[0]


def greedy(p, c, x_ids, limit, never, prefix=(), margin=1e-4):
    """y_ids of the best token at every step; ends with </s> unless the limit came first."""
    with torch.no_grad():
        h, state = start(p, c, x_ids)
        y_ids, y = [], BOS
        while len(y_ids) < limit and y != EOS:
            *_, state, logp = step(p, c, h, state, y)
            y = prefix[len(y_ids)] if len(y_ids) < len(prefix) else best(logp, never, margin)
            y_ids.append(y)
    return y_ids


def beam(p, c, x_ids, width, limit, never, a, margin=1e-4):
    """The `width` best translations by log P / length_penalty(T), as (score, log P, y_ids).

    At every step each unfinished hypothesis also ends, with </s>; of its other continuations the
    `width` best by log P live on. There is no early stop: the search goes on to the limit, so a
    decoder that stops sooner must prove right."""
    with torch.no_grad():
        h, state = start(p, c, x_ids)
        live, ended = [(0.0, [], state)], []
        for _ in range(limit):
            grown = []
            for total, y_ids, state in live:
                *_, state, logp = step(p, c, h, state, y_ids[-1] if y_ids else BOS)
                end = total + float(logp[EOS])
                ended.append((end / length_penalty(len(y_ids) + 1, a), end, y_ids + [EOS]))
                grown += [(total + float(logp[v]), y_ids + [v], state) for v in range(len(logp))
                          if v != EOS and v not in never]
            grown.sort(key=lambda hypothesis: -hypothesis[0])
            check_gaps([total for total, *_ in grown], width, margin)
            live = grown[:width]
        ended.sort(reverse=True)
        check_gaps([score for score, *_ in ended], width, margin)
    return ended[:width]


# Training ---------------------------------------------------------------------------------------


def batch_loss(p, c, pairs, smoothing=0.0):
    """Mean over the target tokens of all pairs of the label-smoothed cross-entropy:
    -(1 - eps) log P(y_t) - eps/V sum_v log P(v) (Szegedy et al. 2016)."""
    total, tokens = 0.0, 0
    for x_ids, y_ids in pairs:
        logp = forced(p, c, x_ids, y_ids)["logp_all"]
        hit = logp[torch.arange(len(y_ids)), y_ids].sum()
        total = total - (1 - smoothing) * hit - smoothing * logp.mean(1).sum()
        tokens += len(y_ids)
    return total / tokens


def guided_loss(p, c, pairs, links):
    """Mean over the target tokens of all pairs of -log of the weight on linked source positions;
    links: for each pair the [source, target] positions. 0 for a token without links (Chen et al.
    2016)."""
    total, tokens = 0.0, 0
    for (x_ids, y_ids), linked in zip(pairs, links):
        alpha = forced(p, c, x_ids, y_ids)["alpha"]
        for t in sorted({t for _, t in linked}):
            total = total - torch.log(sum(alpha[t, i] for i, u in linked if u == t))
        tokens += len(y_ids)
    return total / tokens


def gradients(p, loss):
    """d loss / d parameter for every parameter."""
    names = list(p)
    grads = torch.autograd.grad(loss, [p[n] for n in names])
    return dict(zip(names, grads))


def global_norm(tensors):
    return math.sqrt(sum(float((t ** 2).sum()) for t in tensors.values()))


class Adam:
    """Kingma and Ba 2015, algorithm 1, bias-corrected."""

    def __init__(self, p, rate, beta1=0.9, beta2=0.999, eps=1e-8):
        self.rate, self.beta1, self.beta2, self.eps, self.t = rate, beta1, beta2, eps, 0
        self.m = {n: torch.zeros_like(w) for n, w in p.items()}
        self.v = {n: torch.zeros_like(w) for n, w in p.items()}

    def update(self, p, g):
        self.t += 1
        for n in p:
            self.m[n] = self.beta1 * self.m[n] + (1 - self.beta1) * g[n]
            self.v[n] = self.beta2 * self.v[n] + (1 - self.beta2) * g[n] ** 2
            m_hat = self.m[n] / (1 - self.beta1 ** self.t)
            v_hat = self.v[n] / (1 - self.beta2 ** self.t)
            p[n] = (p[n] - self.rate * m_hat / (v_hat.sqrt() + self.eps)).detach().requires_grad_()


def train(p, c, pairs, steps, rate, clip, smoothing, links=None, guide=0.0):
    """Losses before each update, and the parameters after the last. With links, `guide` times the
    guided loss is part of the loss."""
    p = {n: w.detach().clone().requires_grad_() for n, w in p.items()}
    adam, losses, norms = Adam(p, rate), [], []
    for _ in range(steps):
        loss = batch_loss(p, c, pairs, smoothing)
        if links:
            loss = loss + guide * guided_loss(p, c, pairs, links)
        g = gradients(p, loss)
        norm = global_norm(g)
        if clip > 0 and norm > clip:
            g = {n: w * (clip / norm) for n, w in g.items()}
        adam.update(p, g)
        losses.append(float(loss))
        norms.append(norm)
    return losses, norms, p


# Self-check -------------------------------------------------------------------------------------


def check_gru():
    """Our GRU against torch.nn.GRU, both directions, to float64 rounding."""
    E, H, S = 5, 4, 7
    torch.manual_seed(3)
    theirs = torch.nn.GRU(E, H, bidirectional=True)
    p = {}
    for way, suffix in (("forward", "_l0"), ("backward", "_l0_reverse")):
        for ours, name in (("W_ih", "weight_ih"), ("W_hh", "weight_hh"),
                           ("b_ih", "bias_ih"), ("b_hh", "bias_hh")):
            p["encoder." + way + "." + ours] = getattr(theirs, name + suffix).detach()
    p["source.embedding"] = torch.randn(S, E)
    p["decoder.init.W"], p["decoder.init.b"] = torch.randn(6, H), torch.randn(6)
    h, _ = encode(p, list(range(S)))
    want, _ = theirs(p["source.embedding"])
    difference = float((h - want).abs().max())
    assert difference < 1e-14, difference
    return difference


if __name__ == "__main__":
    print("largest difference from torch.nn.GRU: %.1e" % check_gru())
