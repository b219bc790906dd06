"""The model of Alphascope from its equations alone, in float64: a second opinion.

Nothing here is fast, shared with the C code or translated from it. One sentence at a time, one step
at a time, one line per equation (Bahdanau, Cho, Bengio 2015, arXiv:1409.0473):

    h_i     = [ ->h_i ; <-h_i ]
    s_0     = tanh(W_s x + b_s); x is <-h_1 (start backward), the mean of all h_i (mean), or
              [ ->h_S ; <-h_1 ] (ends; ends_relu has relu for tanh); or s_0 is ->h_S (last), 0 (zero)

    attend(s): alpha = softmax(e), c = sum_i alpha_i h_i, where e_i is, by the score,
        additive     v_a^T tanh(W_a s + U_a h_i + b_a)
        general      s^T W_a h_i                          (Luong, Pham, Manning 2015)
        dot          s^T h_i                              (the same)
        scaled_dot   (W_q s)^T (W_k h_i) / sqrt(A)        (Vaswani et al. 2017)
    and with none there is no alpha: c = [ ->h_S ; <-h_1 ]

    query previous: c_t = attend(s_{t-1}), s_t = GRU(s_{t-1}, [ y_{t-1} ; c_t ])
    query current:  s_t = GRU(s_{t-1}, [ y_{t-1} ; c_{t-1} ]) with c_0 = 0, c_t = attend(s_t)
                    with feed readout r_{t-1} (r_0 = 0) in the place of c_{t-1}, with feed nothing
                    nothing
    query half:     s' = GRU(s_{t-1}, y_{t-1}), c_t = attend(s'), s_t = GRU_2(s', c_t)

    u_t = [ s_t ; c_t ; y_{t-1} ]; P(y_t | y_<t, x) is, by the readout,
        linear       softmax(W_o u_t + b_o)
        tanh         softmax(W_o tanh(W_r u_t + b_r) + b_o)
        maxout       softmax(W_o m + b_o), m_k = max(p_{2k}, p_{2k+1}), p = W_r u_t + b_r
        relu, affine like tanh, with relu or nothing in its place
    and with reads no_word u_t = [ s_t ; c_t ].

With a norm every product W x of a weight (but the output's and the embeddings) becomes, over all of
its numbers, g (W x + a - mean) / sqrt(variance + eps): marian has no a and eps 1e-9; nematus has eps
1e-5 and takes r and z of a cell apart from n. Of the readout, the products with s, c and y are
normalised each by itself.

Parameters are a dict from the tensor names of the model file to float64 tensors.
"""
import math

import torch

PAD, BOS, EOS, UNK = 0, 1, 2, 3
torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)   # the matrices are far too small to share


def shapes(c):
    """Tensor name -> shape, in file order. c: dict with E H D A R Vx Vy, score, query, readout, and
    what an imported model may have: start, feed, reads, norm."""
    E, H, D, A, R, Vx, Vy = (c[k] for k in ("E", "H", "D", "A", "R", "Vx", "Vy"))
    half = c["query"] == "half"
    out = {"source.embedding": (Vx, E)}
    for way in ("forward", "backward"):
        p = "encoder." + way + "."
        out.update({p + "W_ih": (3 * H, E), p + "W_hh": (3 * H, H),
                    p + "b_ih": (3 * H,), p + "b_hh": (3 * H,)})
    begin, feed = c.get("start", "backward"), c.get("feed", "context")
    if begin not in ("last", "zero"):
        out.update({"decoder.init.W": (D, H if begin == "backward" else 2 * H),
                    "decoder.init.b": (D,)})
    out.update({"additive": {"attention.W_a": (A, D), "attention.U_a": (A, 2 * H),
                             "attention.b_a": (A,), "attention.v_a": (A,)},
                "general": {"attention.W_a": (D, 2 * H)},
                "dot": {},
                "scaled_dot": {"attention.W_q": (A, D), "attention.W_k": (A, 2 * H)},
                "none": {}}[c["score"]])
    out.update({"target.embedding": (Vy, E),
                "decoder.cell.W_ih": (3 * D, E + (0 if half or feed == "nothing" else
                                                  R if feed == "readout" else 2 * H)),
                "decoder.cell.W_hh": (3 * D, D),
                "decoder.cell.b_ih": (3 * D,), "decoder.cell.b_hh": (3 * D,)})
    if half:
        out.update({"decoder.second.W_ih": (3 * D, 2 * H), "decoder.second.W_hh": (3 * D, D),
                    "decoder.second.b_ih": (3 * D,), "decoder.second.b_hh": (3 * D,)})
    u = D + 2 * H + (E if c.get("reads", "word") == "word" else 0)
    rows = {"linear": 0, "maxout": 2 * R}.get(c["readout"], R)
    if rows:
        out.update({"readout.W": (rows, u), "readout.b": (rows,)})
    out.update({"output.W_o": (Vy, R if rows else u), "output.b_o": (Vy,)})
    out.update({name: (size,) for name, size in norm_shapes(c)})
    return out


def norm_shapes(c):
    """The scales g and what is added inside, a, of every normalised product."""
    norm, H, D = c.get("norm", "none"), c["H"], c["D"]
    if norm == "none":
        return
    cells = {"encoder.forward": (3 * H, "ih"), "encoder.backward": (3 * H, "ih"),
             "decoder.cell": (3 * D, "ih"), "decoder.second": (3 * D, "hh")}
    names = {}
    for cell, (size, side) in cells.items():
        names[cell] = [("g_ih", size), ("g_hh", size), ("a_" + side, size)]
    names["decoder.init"] = [("g", D), ("a", D)]
    names["attention"] = [("g_k", c["A"]), ("a_k", c["A"]), ("g_q", c["A"])]
    names["readout"] = [(letter + "_" + x, c["R"]) for x in "scy" for letter in "ga"]
    for place in ("encoder.forward", "encoder.backward", "decoder.init", "attention",
                  "decoder.cell", "decoder.second", "readout"):
        for name, size in names[place]:
            if name[0] == "g" or norm == "nematus":
                yield place + "." + name, size


def layer_norm(x, g, eps):
    return g * (x - x.mean()) / torch.sqrt(x.var(unbiased=False) + eps)


def product(p, c, W, x, prefix, which="", gates=False):
    """W x, normalised where the model has it: prefix + "g" + which is the scale."""
    y, norm = W @ x, c.get("norm", "none")
    if norm == "none":
        return y
    g = p[prefix + "g" + which]
    if norm == "marian":
        return layer_norm(y, g, 1e-9)
    y = y + p.get(prefix + "a" + which, 0.0)
    if not gates:
        return layer_norm(y, g, 1e-5)
    first = len(y) // 3 * 2
    return torch.cat([layer_norm(y[:first], g[:first], 1e-5),
                      layer_norm(y[first:], g[first:], 1e-5)])


def gru(p, c, prefix, x, h):
    """h' of one step. Rows of the weights lie in the order r, z, n."""
    gx = product(p, c, p[prefix + "W_ih"], x, prefix, "_ih", gates=True) + p[prefix + "b_ih"]
    gh = product(p, c, p[prefix + "W_hh"], h, prefix, "_hh", gates=True) + p[prefix + "b_hh"]
    x_r, x_z, x_n = gx.chunk(3)
    h_r, h_z, h_n = gh.chunk(3)
    r = torch.sigmoid(x_r + h_r)
    z = torch.sigmoid(x_z + h_z)
    n = torch.tanh(x_n + r * h_n)
    return (1 - z) * n + z * h


def encode(p, c, x_ids):
    """h [S, 2H] and s_0 [D] of one source, </s> included."""
    x = p["source.embedding"][x_ids]
    zero = torch.zeros(p["encoder.forward.W_hh"].shape[1])
    forward, backward, state = [], [], zero
    for x_i in x:
        state = gru(p, c, "encoder.forward.", x_i, state)
        forward.append(state)
    state = zero
    for x_i in x.flip(0):
        state = gru(p, c, "encoder.backward.", x_i, state)
        backward.insert(0, state)
    h = torch.cat([torch.stack(forward), torch.stack(backward)], dim=1)
    begin = c.get("start", "backward")
    if begin == "zero":
        return h, torch.zeros(c["D"])
    if begin == "last":
        return h, forward[-1]
    ends = torch.cat([forward[-1], backward[0]])
    x = {"backward": backward[0], "mean": h.mean(0), "ends": ends, "ends_relu": ends}[begin]
    s_0 = product(p, c, p["decoder.init.W"], x, "decoder.init.") + p["decoder.init.b"]
    s_0 = torch.relu(s_0) if begin == "ends_relu" else torch.tanh(s_0)
    return h, s_0


def energy(p, c, s, h_i):
    """e_{t,i} of the state that asks."""
    if c["score"] == "additive":
        query = product(p, c, p["attention.W_a"], s, "attention.", "_q")
        key = product(p, c, p["attention.U_a"], h_i, "attention.", "_k")
        return p["attention.v_a"] @ torch.tanh(query + key + p["attention.b_a"])
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


def read_out(p, c, s, context, y):
    """r_t, or with the linear readout u_t."""
    parts = [s, context] + ([y] if c.get("reads", "word") == "word" else [])
    if c["readout"] == "linear":
        return torch.cat(parts)
    Ws = p["readout.W"].split([len(part) for part in parts], dim=1)
    u = p["readout.b"] + sum(product(p, c, W, x, "readout.", "_" + letter)
                             for W, x, letter in zip(Ws, parts, "scy"))
    if c["readout"] == "maxout":
        pairs = u.reshape(-1, 2)
        return torch.maximum(pairs[:, 0], pairs[:, 1])
    return {"tanh": torch.tanh, "relu": torch.relu, "affine": lambda x: x}[c["readout"]](u)


def step(p, c, h, state, y_id):
    """One target step from (s_{t-1}, c_{t-1}, r_{t-1}) and the id of y_{t-1}: e, alpha,
    (s_t, c_t, r_t) and log P(.)."""
    s, context, r = state
    y = p["target.embedding"][y_id]
    if c["query"] == "previous":
        e, alpha, context = attend(p, c, h, s)
        s = gru(p, c, "decoder.cell.", torch.cat([y, context]), s)
    elif c["query"] == "half":
        half = gru(p, c, "decoder.cell.", y, s)
        e, alpha, context = attend(p, c, h, half)
        s = gru(p, c, "decoder.second.", context, half)
    else:
        beside = {"context": [context], "readout": [r], "nothing": []}[c.get("feed", "context")]
        s = gru(p, c, "decoder.cell.", torch.cat([y] + beside), s)
        e, alpha, context = attend(p, c, h, s)
    r = read_out(p, c, s, context, y)
    logp = torch.log_softmax(p["output.W_o"] @ r + p["output.b_o"], 0)
    return e, alpha, (s, context, r), logp


def start(p, c, x_ids):
    """h and the state before the first step: s_0, c_0 = 0 and r_0 = 0."""
    h, s_0 = encode(p, c, x_ids)
    return h, (s_0, torch.zeros(h.shape[1]), torch.zeros(max(c["R"], 1)))


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
