"""The conditional GRU of Marian (s2s, amun, nematus) and Nematus from its equations alone, in float64,
under the names that these toolkits give its arrays. Row vectors: x W, as both have them.

    ordinary cell      r, z = sigmoid(x W + h U + b)      n = tanh(x Wx + r (h Ux) + bx)
    second of a step   the same, but                      n = tanh(x Wx + r (h Ux + bx))
    h' = (1 - z) n + z h

    s_0 = tanh(mean(H) W + b)      y_0 = 0      s' = cell1(y_{t-1}, s_{t-1})
    e_i = U_att . tanh(H_i Wc_att + b_att + s' W_comb_att)      c = sum_i alpha_i H_i
    s_t = cell2(c, s')
    logits = tanh(y_{t-1} W0 + b0 + s_t W1 + b1 + c W2 + b2) l2 + b

Normalised as Marian does (eps 1e-9, a product and then its bias; a cell's three gates together) or as
Nematus does (eps 1e-5, the bias inside; a cell's n apart from r and z; in the second cell the biases go
with the state).
"""
import numpy as np

CELLS = {"encoder_bi": "encoder_", "encoder_bi_r": "encoder_r_", "decoder_cell1": "decoder_"}
SECOND = {"W": "Wc", "Wx": "Wcx", "U": "U_nl", "Ux": "Ux_nl", "b": "b_nl", "bx": "bx_nl"}
READ = {"0": "prev", "1": "lstm", "2": "ctx"}


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def normalised(x, scale, shift, eps):
    centred = x - x.mean(-1, keepdims=True)
    return scale * centred / np.sqrt((centred ** 2).mean(-1, keepdims=True) + eps) + shift


def cell_arrays(p, size_in, d, norm, numbers):
    out = {f"{p}_W": numbers(size_in, 2 * d), f"{p}_Wx": numbers(size_in, d),
           f"{p}_U": numbers(d, 2 * d), f"{p}_Ux": numbers(d, d),
           f"{p}_b": numbers(1, 2 * d), f"{p}_bx": numbers(1, d)}
    if norm == "marian":
        out.update({f"{p}_gamma1": numbers(1, 3 * d), f"{p}_gamma2": numbers(1, 3 * d)})
    if norm == "nematus":
        for matrix, n in (("W", 2 * d), ("Wx", d), ("U", 2 * d), ("Ux", d)):
            out.update({f"{p}_{matrix}_lns": numbers(1, n), f"{p}_{matrix}_lnb": numbers(1, n)})
    return out


def dense_arrays(p, k, size_in, size_out, norm, numbers):
    out = {f"{p}_W{k}": numbers(size_in, size_out), f"{p}_b{k}": numbers(1, size_out)}
    if norm == "marian":
        out[f"{p}_gamma{k}"] = numbers(1, size_out)
    if norm == "nematus":
        out.update({f"{p}_ln_s{k}": numbers(1, size_out), f"{p}_ln_b{k}": numbers(1, size_out)})
    return out


def arrays(E, d, Vx, Vy, norm, numbers, embeddings="own", output="l2_Wt", bias=True):
    """embeddings: "own" of each side or one for both, "shared"; output: "l2_Wt", "l2_W" or "tied"."""
    out = {"Wemb": numbers(Vx, E)} if embeddings == "shared" else {
        "encoder_Wemb": numbers(Vx, E), "decoder_Wemb": numbers(Vy, E)}
    for p, size_in in (("encoder_bi", E), ("encoder_bi_r", E), ("decoder_cell1", E),
                       ("decoder_cell2", 2 * d)):
        out.update(cell_arrays(p, size_in, d, norm, numbers))
    out.update(dense_arrays("decoder_ff_state", "", 2 * d, d, norm, numbers))
    out.update({"decoder_W_comb_att": numbers(d, 2 * d), "decoder_Wc_att": numbers(2 * d, 2 * d),
                "decoder_b_att": numbers(1, 2 * d), "decoder_U_att": numbers(2 * d, 1)})
    if norm == "marian":
        out.update({"decoder_att_gamma1": numbers(1, 2 * d), "decoder_att_gamma2": numbers(1, 2 * d)})
    if norm == "nematus":
        for name in ("W_comb_att", "Wc_att"):
            out.update({f"decoder_{name}_{end}": numbers(1, 2 * d) for end in ("lns", "lnb")})
    for k, size_in in (("0", E), ("1", d), ("2", 2 * d)):
        out.update(dense_arrays("decoder_ff_logit_l1", k, size_in, E, norm, numbers))
    if output != "tied":
        shape = (Vy, E) if output == "l2_Wt" else (E, Vy)
        out["decoder_ff_logit_" + output] = numbers(*shape)
    if bias:
        out["decoder_ff_logit_l2_b"] = numbers(1, Vy)
    return out


def nematus_name(name):
    """What Nematus calls an array, and Marian in its types amun and nematus; l2_Wt is Marian's own."""
    for end in ("_lns", "_lnb"):
        if name.endswith(end):
            return nematus_name(name[:-4]) + end
    fixed = {"encoder_Wemb": "Wemb", "decoder_Wemb": "Wemb_dec", "decoder_ff_logit_l2_W": "ff_logit_W",
             "decoder_ff_logit_l2_b": "ff_logit_b"}
    if name in fixed:
        return fixed[name]
    if name.startswith("decoder_ff_logit_l1_gamma"):
        return name[len("decoder_"):]
    if name.startswith("decoder_ff_logit_l1_"):
        part = name[len("decoder_ff_logit_l1_"):]
        return f"ff_logit_{READ[part[-1]]}_{part[:-1]}"
    if name.startswith("decoder_ff_state"):
        return name[len("decoder_"):]
    if name.startswith("decoder_cell") and "gamma" in name:
        return name
    if name.startswith("decoder_cell2_"):
        return "decoder_" + SECOND[name[len("decoder_cell2_"):]]
    for marian in sorted(CELLS, key=len, reverse=True):
        if name.startswith(marian + "_"):
            return CELLS[marian] + name[len(marian) + 1:]
    return name


class Model:
    """Over arrays under Marian's present names."""
    eos, unk = 0, 1

    def __init__(self, arrays, norm):
        self.p = {name: np.asarray(a, "f8") for name, a in arrays.items()}
        self.norm = norm

    def vector(self, name):
        return self.p[name].ravel()

    def linear(self, x, W, b):
        """Nematus: LN(x W + b)."""
        return normalised(x @ self.p[W] + b, self.vector(W + "_lns"), self.vector(W + "_lnb"), 1e-5)

    def cell(self, p, x, h, second=False):
        d = len(h)
        b, bx = self.vector(p + "_b"), self.vector(p + "_bx")
        if self.norm == "nematus":
            outer, inner = ((0, 0), (b, bx)) if second else ((b, bx), (0, 0))
            gates = sigmoid(self.linear(x, p + "_W", outer[0]) + self.linear(h, p + "_U", inner[0]))
            n = np.tanh(self.linear(x, p + "_Wx", outer[1])
                        + gates[:d] * self.linear(h, p + "_Ux", inner[1]))
        else:
            of_x = np.concatenate([x @ self.p[p + "_W"], x @ self.p[p + "_Wx"]])
            of_h = np.concatenate([h @ self.p[p + "_U"], h @ self.p[p + "_Ux"]])
            if self.norm == "marian":
                of_x = normalised(of_x, self.vector(p + "_gamma1"), 0, 1e-9)
                of_h = normalised(of_h, self.vector(p + "_gamma2"), 0, 1e-9)
            gates = sigmoid(of_x[:2 * d] + of_h[:2 * d] + b)
            n = (np.tanh(of_x[2 * d:] + gates[:d] * (of_h[2 * d:] + bx)) if second
                 else np.tanh(of_x[2 * d:] + gates[:d] * of_h[2 * d:] + bx))
        return (1 - gates[d:]) * n + gates[d:] * h

    def dense(self, p, k, x):
        y, b = x @ self.p[f"{p}_W{k}"], self.vector(f"{p}_b{k}")
        if self.norm == "marian":
            return normalised(y, self.vector(f"{p}_gamma{k}"), b, 1e-9)
        if self.norm == "nematus":
            return normalised(y + b, self.vector(f"{p}_ln_s{k}"), self.vector(f"{p}_ln_b{k}"), 1e-5)
        return y + b

    def start(self, ids):
        x = self.p.get("encoder_Wemb", self.p.get("Wemb"))[ids]
        d, states = self.p["encoder_bi_U"].shape[0], []
        for p, order in (("encoder_bi", 1), ("encoder_bi_r", -1)):
            h, run = np.zeros(d), []
            for row in x[::order]:
                h = self.cell(p, row, h)
                run.append(h)
            states.append(run[::order])
        self.H = np.concatenate(states, axis=1)
        keys, b = self.H @ self.p["decoder_Wc_att"], self.vector("decoder_b_att")
        if self.norm == "nematus":
            self.keys = self.linear(self.H, "decoder_Wc_att", b)
        elif self.norm == "marian":
            self.keys = normalised(keys, self.vector("decoder_att_gamma1"), b, 1e-9)
        else:
            self.keys = keys + b
        return np.tanh(self.dense("decoder_ff_state", "", self.H.mean(0)))

    def query(self, s):
        if self.norm == "nematus":
            return self.linear(s, "decoder_W_comb_att", 0)
        q = s @ self.p["decoder_W_comb_att"]
        return normalised(q, self.vector("decoder_att_gamma2"), 0, 1e-9) if self.norm else q

    def step(self, y, s):
        """y None: the first step. Returns s_t, alpha, log P."""
        embedding = self.p.get("decoder_Wemb", self.p.get("Wemb"))
        y = np.zeros(embedding.shape[1]) if y is None else embedding[y]
        half = self.cell("decoder_cell1", y, s)
        e = np.tanh(self.keys + self.query(half)) @ self.vector("decoder_U_att")
        alpha = np.exp(e - e.max())
        alpha /= alpha.sum()
        c = alpha @ self.H
        s = self.cell("decoder_cell2", c, half, second=True)
        t = np.tanh(sum(self.dense("decoder_ff_logit_l1", k, x) for k, x in
                        (("0", y), ("1", s), ("2", c))))
        if "decoder_ff_logit_l2_Wt" in self.p:
            logits = t @ self.p["decoder_ff_logit_l2_Wt"].T
        elif "decoder_ff_logit_l2_W" in self.p:
            logits = t @ self.p["decoder_ff_logit_l2_W"]
        else:
            logits = t @ embedding.T
        if "decoder_ff_logit_l2_b" in self.p:
            logits = logits + self.vector("decoder_ff_logit_l2_b")
        m = logits.max()
        return s, alpha, logits - m - np.log(np.exp(logits - m).sum())
