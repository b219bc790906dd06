"""Writes measures.json: alignment measures by their definitions, in plain Python.

Every function is the definition written out, without NumPy or SciPy and without looking at the C
code. Inputs are float32 numbers, so both sides start from the same matrix. Run by hand:
    python3 tests/reference/measures.py
"""
import json
import math
import os
import random
import struct


def f32(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def entropy(row, log=math.log):
    return -sum(a * log(a) for a in row if a > 0)


def columns(alpha):
    return [list(column) for column in zip(*alpha)]


def coverage(alpha):
    return [sum(column) for column in columns(alpha)]


def coverage_deviation(alpha):                      # Rikters and Fishel 2017
    return -sum(math.log(1 + (1 - c) ** 2) for c in coverage(alpha)) / len(alpha[0])


def absentmindedness_out(alpha):
    return -sum(entropy(row) for row in alpha) / len(alpha)


def absentmindedness_in(alpha):
    total = 0.0
    for column in columns(alpha):
        mass = sum(column)
        if mass > 0:
            total += entropy([a / mass for a in column])
    return -total / len(alpha[0])


def confidence(alpha):
    penalties = (coverage_deviation(alpha) + absentmindedness_out(alpha)
                 + absentmindedness_in(alpha))
    return 100 * math.exp(-0.05 * penalties ** 2)


def coverage_confidence(alpha):
    return 100 * math.exp(-coverage_deviation(alpha) ** 2)


def coverage_penalty(alpha, b):                     # Wu et al. 2016
    return b * sum(math.log(min(max(c, 1e-10), 1)) for c in coverage(alpha))


def tvd(p, q):
    return sum(abs(a - b) for a, b in zip(p, q)) / 2


def kl(p, q):
    return sum(a * math.log(a / b) for a, b in zip(p, q) if a > 0)


def jsd(p, q):
    m = [(a + b) / 2 for a, b in zip(p, q)]
    return kl(p, m) / 2 + kl(q, m) / 2


def kendall_tau_b(x, y):
    """None when undefined: fewer than two items, or a side without any order."""
    C = D = only_x_tied = only_y_tied = 0
    for i in range(len(x)):
        for j in range(i):
            if x[i] == x[j] and y[i] == y[j]:
                continue
            elif x[i] == x[j]:
                only_x_tied += 1
            elif y[i] == y[j]:
                only_y_tied += 1
            elif (x[i] < x[j]) == (y[i] < y[j]):
                C += 1
            else:
                D += 1
    scale = (C + D + only_x_tied) * (C + D + only_y_tied)
    return (C - D) / math.sqrt(scale) if scale > 0 else None


def rbo_ext(x, y, p, k):                            # Webber et al. 2010, equation 23
    def ranking(w):
        return sorted(range(len(w)), key=lambda i: (-w[i], i))
    a, b = ranking(x), ranking(y)
    overlap = [len(set(a[:d]) & set(b[:d])) for d in range(k + 1)]
    return (overlap[k] / k * p ** k
            + (1 - p) / p * sum(overlap[d] / d * p ** d for d in range(1, k + 1)))


def aer(corpus):                                    # Och and Ney 2003
    a_s = a_p = n_a = n_s = 0
    for links, sure, possible in corpus:
        a, s = set(links), set(sure)
        p = s | set(possible)
        a_s, a_p, n_a, n_s = a_s + len(a & s), a_p + len(a & p), n_a + len(a), n_s + len(s)
    return {"aer": 1 - (a_s + a_p) / (n_a + n_s) if n_a + n_s else None,
            "precision": a_p / n_a if n_a else None, "recall": a_s / n_s if n_s else None}


def words(alpha, word_of_t, word_of_i):
    """Source pieces of a word summed, target pieces averaged."""
    out = []
    for wt in range(max(word_of_t) + 1):
        rows = [t for t, w in enumerate(word_of_t) if w == wt]
        out.append([sum(alpha[t][i] for t in rows for i, w in enumerate(word_of_i) if w == wi)
                    / len(rows) for wi in range(max(word_of_i) + 1)])
    return out


def random_row(rng, S, sharpness):
    e = [rng.gauss(0, sharpness) for _ in range(S)]
    top = max(e)
    a = [math.exp(v - top) for v in e]
    return [f32(v / sum(a)) for v in a]


def matrices(rng):
    yield [[1.0, 0.0], [1.0, 0.0]]
    yield [[1.0, 0.0], [0.0, 1.0]]
    yield [[1.0]]
    yield [[0.25, 0.25, 0.25, 0.25]]
    yield [[0.0, 1.0, 0.0], [0.0, 0.5, 0.5]]
    for T, S, sharpness in ((1, 2, 1), (4, 1, 1), (3, 7, 2), (9, 5, 4), (13, 17, 8), (6, 40, 1)):
        yield [random_row(rng, S, sharpness) for _ in range(T)]


def matrix_case(rng, alpha):
    T, S = len(alpha), len(alpha[0])
    word_of_t, word_of_i = [0], [0]
    for ids, n in ((word_of_t, T), (word_of_i, S)):
        while len(ids) < n:
            ids.append(ids[-1] + rng.randint(0, 1))
    return {"alpha": alpha,
            "row_entropy": [entropy(row, math.log2) for row in alpha],
            "coverage": coverage(alpha),
            "coverage_deviation": coverage_deviation(alpha),
            "absentmindedness_out": absentmindedness_out(alpha),
            "absentmindedness_in": absentmindedness_in(alpha),
            "confidence": confidence(alpha),
            "coverage_confidence": coverage_confidence(alpha),
            "coverage_penalty": coverage_penalty(alpha, 0.2),
            "argmax": [row.index(max(row)) for row in alpha],
            "word_of_t": word_of_t, "word_of_i": word_of_i,
            "words": words(alpha, word_of_t, word_of_i)}


def pair_case(x, y):
    k = max(1, len(x) - 1)
    return {"x": x, "y": y, "tvd": tvd(x, y), "jsd": jsd(x, y), "kendall_tau": kendall_tau_b(x, y),
            "rbo_p": 0.9, "rbo_k": k, "rbo": rbo_ext(x, y, 0.9, k)}


def pairs(rng):
    yield [1.0], [1.0]
    yield [1.0, 0.0], [0.0, 1.0]
    yield [0.5, 0.5], [0.25, 0.75]
    yield [0.25, 0.25, 0.5], [0.5, 0.25, 0.25]
    yield [0.25, 0.25, 0.25, 0.25], [0.125, 0.375, 0.375, 0.125]
    for n in (2, 3, 8, 25, 60):
        yield random_row(rng, n, 2), random_row(rng, n, 2)
    ties = [0.0625, 0.0625, 0.125, 0.25, 0.25, 0.25]
    yield ties, ties[::-1]
    yield ties, [ties[i] for i in (2, 0, 5, 1, 4, 3)]


def aer_corpora(rng):
    sure = [(0, 0), (1, 1), (2, 2)]
    possible = sure + [(3, 2), (6, 3)]
    yield [([(0, 0), (1, 1), (2, 2), (6, 3)], sure, possible)]
    yield [([(0, 0), (1, 2), (2, 2)], sure, possible)]
    yield [([], [], [])]
    yield [([], sure, [])]
    yield [([(0, 0)], [], [(0, 0)])]
    cells = [(i, j) for i in range(6) for j in range(5)]
    yield [(rng.sample(cells, 7), rng.sample(cells, 5), rng.sample(cells, 8)) for _ in range(4)]


def main():
    rng = random.Random(2015)
    out = {"matrices": [matrix_case(rng, alpha) for alpha in matrices(rng)],
           "pairs": [pair_case(x, y) for x, y in pairs(rng)],
           "length_penalty": [{"T": T, "a": a, "value": ((5 + T) / 6) ** a}
                              for T in (1, 2, 17, 300) for a in (0.0, 0.6, 1.0)],
           "aer": [{"corpus": corpus, **aer(corpus)} for corpus in aer_corpora(rng)]}
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "measures.json")
    with open(path, "w") as f:
        f.write("{\n" + ",\n".join(
            json.dumps(key) + ": [\n" + ",\n".join(json.dumps(v) for v in value) + "\n]"
            for key, value in out.items()) + "\n}\n")


if __name__ == "__main__":
    main()
