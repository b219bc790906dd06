#!/usr/bin/env python3
"""Other toolkits' models through the program: opened and imported, what is refused and by which name,
and files that mean harm.

    test_import.py ALPHASCOPE MAKE_MODEL FOLDER        FOLDER is emptied and written into
"""
import io
import json
import os
import resource
import shutil
import struct
import zipfile

from program import FOLDER, corpus, one_line, run, run_tests, same

TOOLKITS = os.path.join(os.environ["AS_TESTS_DIR"], "reference", "toolkits")


def fixture(*names):
    return os.path.join(TOOLKITS, *names)


def expected(name):
    with open(os.path.join(os.path.dirname(TOOLKITS), "toolkits.json"), encoding="utf-8") as file:
        return json.load(file)[name]["cases"]


def copied(name):
    """A copy of a fixture, and of the vocabularies beside it, to be changed."""
    for vocab in ("source.yml", "target.yml"):
        shutil.copy(fixture(vocab), os.path.join(FOLDER, vocab))
    folder = os.path.join(FOLDER, name)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(fixture(name), folder)
    return folder


def zipped(entries):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return out.getvalue()


def entries_of(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def npy(shape, data, kind="<f4"):
    text = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode() + data


def changed_npz(name, change):
    """A copy of a fixture whose entries `change` has changed."""
    path = os.path.join(copied(name), "model.npz")
    entries = entries_of(path)
    change(entries)
    with open(path, "wb") as file:
        file.write(zipped(entries))
    return path


def with_settings(name, before, after):
    def change(entries):
        text = entries["special:model.yml.npy"].split(b"\n", 1)[1].rstrip(b"\0").decode()
        assert before in text, text
        text = text.replace(before, after).encode()
        entries["special:model.yml.npy"] = npy(f"({len(text) + 1},)", text + b"\0", "<i1")
    return changed_npz(name, change)


def changed_text(folder, name, before, after):
    path = os.path.join(folder, name)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    assert before in text, text
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace(before, after))


def refused(path, *parts):
    one_line(run("translate", "-m", path, "we", status=1)[1], path, *parts)


# ---- what works ------------------------------------------------------------------------------

def test_models_are_opened_where_they_lie():
    for name, file in (("s2s", "model.npz"), ("nematus", "model.npz"), ("theano", "model.npz"),
                       ("joey", "400.ckpt")):
        for case in expected(name):
            out, _ = run("translate", "-b", "1", "--max-length", "8", "-f", "json", "-m",
                         fixture(name, file), case["source"], status=0)
            found = json.loads(out)
            words = [w for w in case["greedy"]["words"] if w != "</s>"]
            same(found["text"], " ".join(words))
            want = case["greedy"]["alpha"]
            assert all(abs(a - b) < 1e-5 for got, row in zip(found["alpha"], want)
                       for a, b in zip(got, row)), (found["alpha"], want)
    out, _ = run("align", "-f", "json", "-m", fixture("s2s", "model.npz"), "we have", "nous non",
                 status=0)
    same(json.loads(out)["target"], ["▁nous", "▁non", "</s>"])


def test_the_configuration_says_how_to_search():
    """What marian-decoder would obey in model.npz.decoder.yml is obeyed, or refused by name."""
    folder = copied("s2s")
    model, config = os.path.join(folder, "model.npz"), "model.npz.decoder.yml"
    changed_text(folder, config, "beam-size: 12", "beam-size: 12\nallow-unk: true\n"
                 "max-length-factor: 1.5\nword-penalty: 0")
    card = run("info", model, status=0)[0]
    assert b"at most 1.5 S tokens" in card and b"never <unk>" not in card, card
    tokens = json.loads(run("translate", "-f", "json", "-b", "1", "-m", model, "we have no we have no",
                            status=0)[0])["target"]
    assert len(tokens) <= 1.5 * 7 + 1, tokens
    changed_text(folder, config, "word-penalty: 0", "word-penalty: 0.3")
    refused(model, config, "word-penalty 0.3")
    changed_text(folder, config, "word-penalty: 0.3", "word-penalty: 0.0")
    for factor in ("many", "-1", "1e9", "nan", "1.5x"):
        changed_text(folder, config, "max-length-factor: 1.5", f"max-length-factor: {factor}")
        refused(model, config, "max-length-factor", factor)
        changed_text(folder, config, f"max-length-factor: {factor}", "max-length-factor: 1.5")


def test_import_writes_a_model_that_does_the_same():
    source = b"we have no .\nelsewhere yes 1\n\n"
    for name, file, vocabs in (("amun", "model.npz", None), ("joey-luong", "400.ckpt", None),
                               ("bentrevett", "model.pt", ".txt"), ("theano-bare", "model.npz", ".txt")):
        to = os.path.join(FOLDER, name + ".safetensors")
        given = ["--vocabs", *(fixture(name, side + vocabs) for side in ("source", "target"))] if vocabs \
            else []
        same(run("import", fixture(name, file), "-o", to, *given, status=0), (b"", b""))
        out, _ = run("translate", "-f", "json", "-m", to, stdin=source, status=0)
        if not vocabs:
            same(out, run("translate", "-f", "json", "-m", fixture(name, file), stdin=source,
                          status=0)[0])
        one_line(run("import", fixture(name, file), "-o", to, *given, status=1)[1], "--force")
        run("import", fixture(name, file), "-o", to, "--force", *given, status=0)
        same(out, run("translate", "-f", "json", "-m", to, stdin=source, status=0)[0])


def test_files_that_are_read_are_not_replaced():
    """Not even with --force, and under no other name of the file."""
    folder = copied("joey")
    model, config, source, target = (os.path.join(folder, name) for name in (
        "400.ckpt", "config.yaml", "src_vocab.txt", "trg_vocab.txt"))
    codes, link = corpus("kept-codes", b"a b\n"), os.path.join(folder, "link.safetensors")
    os.link(model, link)

    def contents():
        return [open(path, "rb").read() for path in (model, config, source, target, codes)]
    before = contents()
    for to in (model, link, config, source, target, codes):
        one_line(run("import", model, config, "--vocabs", source, target, "--codes", codes, "-f", "-o",
                     to, status=1)[1], to, "would be written over")
    same(contents(), before)


def test_info_says_which_state_asks_and_how_the_search_goes():
    for name, file, query, line in (
            ("s2s", "model.npz", "half", b"the state half-way, s'_t"),
            ("joey", "400.ckpt", "current", b"the new state, s_t")):
        config = json.loads(run("info", "-j", fixture(name, file), status=0)[0])["config"]
        same(config["query"], query)
        assert line in run("info", fixture(name, file), status=0)[0]
    path = fixture("s2s", "model.npz")
    out, _ = run("info", path, status=0)
    for line in (b"toolkit: Marian s2s", b"never <unk>", b"at most 3 S tokens"):
        assert line in out, out
    same(json.loads(run("info", "-j", path, status=0)[0])["search"],
         {"no_unknown": True, "may_be_empty": True, "narrowing": True, "length_power": True,
          "length_percent": 300, "length_extra": 0})


def test_a_configuration_may_lie_elsewhere():
    folder, to = copied("joey"), os.path.join(FOLDER, "elsewhere.safetensors")
    os.mkdir(os.path.join(folder, "settings"))
    for name in ("config.yaml", "src_vocab.txt", "trg_vocab.txt"):
        os.rename(os.path.join(folder, name), os.path.join(folder, "settings", name))
    model = os.path.join(folder, "400.ckpt")
    refused(model, "config.yaml is not there")
    run("import", model, os.path.join(folder, "settings", "config.yaml"), "-o", to, status=0)
    # Without the copies that training leaves, the vocabularies are those that the settings name.
    os.makedirs(os.path.join(folder, "settings", "data"))
    for side, language in (("src", "en"), ("trg", "fr")):
        os.rename(os.path.join(folder, "settings", side + "_vocab.txt"),
                  os.path.join(folder, "settings", "data", "vocab." + language))
    run("import", model, os.path.join(folder, "settings", "config.yaml"), "-o", to, "-f", status=0)


def test_a_configuration_that_says_nothing_is_refused():
    s2s, to = os.path.join(copied("s2s"), "model.npz"), os.path.join(FOLDER, "unread.safetensors")
    config = fixture("joey", "config.yaml")
    one_line(run("import", s2s, config, "-o", to, status=1)[1], s2s, config, "names no vocabularies")
    vocabs = ["--vocabs", *(os.path.join(FOLDER, side + ".yml") for side in ("source", "target"))]
    texts = ["--vocabs", *(fixture("bentrevett", side + ".txt") for side in ("source", "target"))]
    for model, given, toolkit in ((s2s, vocabs, "Marian s2s"),
                                  (fixture("bentrevett", "model.pt"), texts, "bentrevett")):
        one_line(run("import", model, config, *given, "-o", to, status=1)[1], model, config,
                 "is not needed", toolkit)
        assert not os.path.exists(to)


def test_a_length_of_minus_one_is_the_toolkit_s_own():
    """1.5 times the source: 4 words and </s> give at most 7."""
    folder = copied("joey")
    changed_text(folder, "config.yaml", "max_output_length: 40", "max_output_length: -1")
    out, _ = run("translate", "-b", "1", "-f", "json", "-m", os.path.join(folder, "400.ckpt"),
                 "we have no on", status=0)
    found = json.loads(out)
    same((found["stopped"], len(found["target"])), ("limit", 7))


def test_codes_let_plain_text_be_typed():
    words = ["</s>", "<unk>", "ab@@", "c", "d", "e@@", "f", "g", "h", "i", "j", "."]
    vocab = corpus("pieces.txt", "".join(w + "\n" for w in words).encode())
    codes = corpus("codes", b"#version: 0.2\na b\ne f</w>\n")
    plain, split = (os.path.join(FOLDER, name) for name in ("plain.safetensors", "split.safetensors"))
    model = fixture("theano-bare", "model.npz")
    run("import", model, "-o", plain, "--vocabs", vocab, vocab, status=0)
    run("import", model, "-o", split, "--vocabs", vocab, vocab, "--codes", codes, status=0)

    def source(path, text):
        out, _ = run("translate", "-b", "1", "-f", "json", "-m", path, text, status=0)
        return json.loads(out)["source"], json.loads(out)["source_ids"]
    same(source(plain, "ab@@ c abc"), (["▁ab@@", "▁c", "▁abc", "</s>"], [4, 5, 3, 2]))
    same(source(split, "abc d"), (["▁ab", "c", "▁d", "</s>"], [4, 5, 6, 2]))
    one_line(run("import", model, "-o", split, "-f", "--vocabs", vocab, vocab, "--codes",
                 corpus("bad", b"#version: 7\n"), status=1)[1], "codes of version 7")


def test_usage():
    model = fixture("s2s", "model.npz")
    for args, part in (((), "-o FILE"), (("-o", "x"), "one MODEL"),
                       (("-o", "x", model, "a", "b"), "not 3 files"),
                       (("-o", "x", model, "--vocabs"), "--vocabs needs a value"),
                       (("-o", "x", model, "--vocabs", "a"), "--vocabs needs two values"),
                       (("-o", "x", model, *3 * ("--codes", "a")), "of the source and of the target")):
        one_line(run("import", *args, status=2)[1], part, "see: alphascope import --help")
    assert not os.path.exists(os.path.join(FOLDER, "x"))


# ---- what is refused -------------------------------------------------------------------------

def test_settings_that_are_not_implemented_are_named():
    for name, before, after, part in (
            ("s2s", "dec-cell: gru", "dec-cell: lstm", "dec-cell lstm is not implemented here"),
            ("s2s", "enc-depth: 1", "enc-depth: 2", "enc-depth 2 is not implemented here, expected 1"),
            ("s2s", "dec-cell-base-depth: 2", "dec-cell-base-depth: 4", "dec-cell-base-depth 4"),
            ("s2s", "skip: false", "skip: true", "skip true"),
            ("s2s", "right-left: false", "right-left: true", "right-left true"),
            ("s2s", "type: s2s", "type: transformer", "type transformer"),
            ("s2s", "input-types:\n  []", "input-types:\n  - sequence\n  - class", "input-types has"),
            ("s2s", "dim-rnn: 4", "dim-rnn: 5", "dim-rnn is 5, but the arrays are made for 4"),
            ("s2s", "dim-rnn: 4", "dim-rnn: [4, 4]", "dim-rnn has several values, expected a number"),
            ("s2s", "layer-normalization: false", "layer-normalization: maybe",
             "layer-normalization maybe is not implemented here, expected true or false"),
            ("s2s-norm", "enc-cell: gru", "enc-cell: gru-nematus",
             "layer-normalization of type s2s with enc-cell gru-nematus")):
        refused(with_settings(name, before, after), "special:model.yml", part)
    one_input = with_settings("s2s", "input-types:\n  []", "input-types:\n  - sequence")
    run("info", one_input, status=0)
    for before, after, part in (
            ("num_layers: 1}\n    dec", "num_layers: 2}\n    dec", "encoder: num_layers 2"),
            ('rnn_type: "gru", num', 'rnn_type: "lstm", num', "decoder: rnn_type lstm"),
            ("bidirectional: True", "bidirectional: False", "encoder: bidirectional False"),
            ("attention: bahdanau", "attention: general", "decoder: attention general"),
            ("embedding_dim: 5", "scale: True", "scale True"),
            ("input_feeding: True", "input_feeding: 2", "decoder: input_feeding 2"),
            ("beam_size: 1", "generate_unk: maybe", "testing: generate_unk maybe"),
            ("max_output_length: 40", "max_output_length: many", "max_output_length is many")):
        folder = copied("joey")
        changed_text(folder, "config.yaml", before, after)
        refused(os.path.join(folder, "400.ckpt"), "config.yaml", part)
    for before, after, part in (
            ('"model_version": 0.1', '"model_version": 0', "model_version 0 with use_dropout"),
            ('"enc_depth": 1', '"enc_depth": 4', "enc_depth 4"),
            ('"factors": 1', '"factors": 2', "factors 2"),
            ('"use_dropout": true', '"use_dropout": "maybe"', "use_dropout maybe"),
            ('"use_layer_norm": true', '"use_layer_norm": false', "use_layer_norm is false"),
            ("/data/source.json", "/data/absent.json", "absent.json, which is not there")):
        folder = copied("theano")
        changed_text(folder, "model.npz.json", before, after)
        refused(os.path.join(folder, "model.npz"), "model.npz.json", part)


def test_arrays_are_all_there_and_no_others():
    def drop(entries):
        del entries["encoder_bi_U.npy"]

    def add(entries):
        entries["decoder_cell3_U.npy"] = npy("(1, 1)", b"\0" * 4)

    def reshape(entries):
        entries["decoder_b_att.npy"] = npy("(1, 7)", b"\0" * 28)

    def spoil(entries):
        entries["decoder_b_att.npy"] = npy("(1, 8)", b"\0" * 28 + struct.pack("<f", float("nan")))

    def of_ints(entries):
        entries["decoder_b_att.npy"] = npy("(1, 8)", b"\0" * 32, "<i4")
    for change, part in (
            (drop, "array encoder_bi_U or encoder_U is missing, expected [4, 8]"),
            (add, "array decoder_cell3_U [1, 1] is not part of a model of this kind"),
            (reshape, "array decoder_b_att is [1, 7], expected [8]"),
            (spoil, "array decoder_b_att: number 7 of 8 is not finite"),
            (of_ints, "array decoder_b_att: it holds int32, expected floats")):
        refused(changed_npz("s2s", change), part)


def test_vocabularies_fit_the_embeddings():
    for name, words, part in (
            ("source.yml", "</s>: 0\n<unk>: 1\nwe: 2\n", "has 3 words, but the source embedding has 12"),
            ("target.yml", "".join(f"w{k}: {k}\n" for k in range(13)),
             "has 13 words, but the target embedding has 12"),
            ("target.yml", "".join(f"w{k}: {k}\n" for k in range(12)), "the word </s> is missing"),
            ("target.yml", "</s>: 0\n<unk>: 1\n<s>: 2\n" + "".join(f"w{k}: {k}\n" for k in range(3, 12)),
             "word 2 is <s>, which means something else here")):
        folder = copied("s2s")
        corpus(name, words.encode())
        refused(os.path.join(folder, "model.npz"), name, part)
    folder = copied("s2s")
    os.remove(os.path.join(FOLDER, "target.yml"))
    refused(os.path.join(folder, "model.npz"), "target.yml, which is not there")
    changed_text(folder, "model.npz.decoder.yml", "../target.yml", "../target.spm")
    corpus("target.spm", b"x")
    refused(os.path.join(folder, "model.npz"), "SentencePiece models are not implemented here")


# ---- what means harm -------------------------------------------------------------------------

def overlapping():
    """Two names for one entry."""
    data = zipped({"a.npy": npy("(2,)", b"\0" * 8)})
    end = data.rindex(b"PK\x05\x06")
    start = data.index(b"PK\x01\x02")
    entry = data[start:end]
    body = data[:start] + entry + entry.replace(b"a.npy", b"b.npy")
    return body + b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, 2, 2, 2 * len(entry), start, 0)


def claiming(size):
    """An entry of a few bytes whose directory says that it unpacks to `size`."""
    data = zipped({"a.npy": npy("(2,)", b"\0" * 8)})
    start = data.index(b"PK\x01\x02")
    entry = bytearray(data[start:data.rindex(b"PK\x05\x06")])
    entry[10:12] = struct.pack("<H", 8)  # deflated
    entry[24:28] = b"\xff" * 4
    entry[30:32] = struct.pack("<H", 12)
    entry += struct.pack("<HHQ", 1, 8, size)
    return (data[:start] + bytes(entry) + b"PK\x05\x06"
            + struct.pack("<HHHHIIH", 0, 0, 1, 1, len(entry), start, 0))


def test_hostile_files_are_refused_without_taking_memory():
    run("translate", "-m", fixture("s2s", "model.npz"), "we", status=0)
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    witness = os.path.join(FOLDER, "witness")
    command = f"touch {witness}".encode()
    program = (b"\x80\x02cos\nsystem\nX" + struct.pack("<I", len(command)) + command + b"\x85R.")
    for name, data, part in (
            ("system.pt", zipped({"m/data.pkl": program, "m/data/0": b""}), "os.system"),
            ("overlap.npz", overlapping(), ""),
            ("shape.npz", zipped({"a.npy": npy("(1099511627776,)", b"\0" * 8)}), "[1099511627776]"),
            ("square.npz", zipped({"a.npy": npy("(4294967296, 4294967296)", b"\0" * 8)}), "do not make"),
            ("claim.npz", claiming(100 << 30), ""),
            ("nothing.npz", zipped({}), "the ZIP archive is empty"),
            ("short.npz", b"PK\x03\x04", "")):
        refused(corpus(name, data), part)
    assert not os.path.exists(witness)
    after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    assert after < before + (32 << 10), (before, after)


def test_a_small_file_does_not_become_a_large_model():
    """Embeddings of one number and of very many, which a model has in one size."""
    Vx, Ey = 1 << 16, 1 << 14
    shapes = {"encoder_Wemb": (Vx, 1), "decoder_Wemb": (12, Ey), "decoder_W_comb_att": (1, 2),
              "decoder_Wc_att": (2, 2), "decoder_b_att": (1, 2), "decoder_U_att": (2, 1),
              "decoder_ff_state_W": (2, 1), "decoder_ff_state_b": (1, 1),
              "decoder_ff_logit_l1_W0": (Ey, 1), "decoder_ff_logit_l1_b0": (1, 1),
              "decoder_ff_logit_l1_W1": (1, 1), "decoder_ff_logit_l1_b1": (1, 1),
              "decoder_ff_logit_l1_W2": (2, 1), "decoder_ff_logit_l1_b2": (1, 1),
              "decoder_ff_logit_l2_Wt": (12, 1), "decoder_ff_logit_l2_b": (1, 12)}
    for cell, size in (("encoder_bi", 1), ("encoder_bi_r", 1), ("decoder_cell1", Ey),
                       ("decoder_cell2", 2)):
        shapes.update({cell + "_W": (size, 2), cell + "_Wx": (size, 1), cell + "_U": (1, 2),
                       cell + "_Ux": (1, 1), cell + "_b": (1, 2), cell + "_bx": (1, 1)})
    entries = {name + ".npy": npy(shape, b"\0" * 4 * shape[0] * shape[1])
               for name, shape in shapes.items()}
    text = b"type: s2s\n\0"
    entries["special:model.yml.npy"] = npy(f"({len(text)},)", text, "<i1")
    path = os.path.join(copied("s2s"), "model.npz")
    with open(path, "wb") as file:
        file.write(zipped(entries))
    corpus("source.yml", b"</s>: 0\n<unk>: 1\n" + b"".join(b"w%d: %d\n" % (k, k) for k in range(2, Vx)))
    refused(path, "numbers would make a model of", "at most 4 times as many")


run_tests(globals())
