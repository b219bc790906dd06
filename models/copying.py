#!/usr/bin/env python3
"""How many names and numbers that a model never saw come through a translation unchanged.

    copying.py [-p PROGRAM] -m MODEL [-b BEAM] [--unseen-in TSV …] [--names PERCENT]
               [--numbers PERCENT] [--list] [--show]

200 English sentences, always the same, go through `PROGRAM translate`. A name counts when it stands
in the translation letter by letter (a German genitive s may follow), a number when its digits do,
whatever separates their thousands. With --unseen-in no name may occur in the files: those that a
model was trained on. Exit status 1: less than the percentages asked for, or a name was seen; 2:
wrong usage or no translation. --list prints the sentences, --show what was lost.
"""
import argparse
import re
import subprocess
import sys

PEOPLE = """
Oluwaseun Ngozi Siobhan Agnieszka Thandiwe Björn Zoltán Kateryna Nikolaj Ximena Fatoumata Takumi
Thuy Deepika Aylin Giulia Saoirse Tadhg Lubomir Radka Ioana Dragana Milica Eszter Kjersti Håkon Aino
Anneliese Aïssatou Kwame Abena Tariq Parisa Rostam Farrukh Nodira Temur Oyunbileg Tenzing Lakshmi
Ravindra Nimal Somchai Malee Wayan Dewi Rizal Corazon Kaimana Leilani Aroha Rangi Xochitl Itzel
Thiago Beatriz Lucía Tamsin Rosalind Barnaby Percival Cedric Maeve Niamh Cillian Eoghan Hamish Morag
Isla Sven Torvald Solveig Jussi Kaisa Mirela Oksana Yaroslav Gulnara Aigerim Bolat Chidi Amara Efua
Makena Wanjiru Otieno Zanele Sipho Lindiwe Hanae Haruto Ayaka Minseo Jiwoo Xiaoling Meiying Linh
""".split()
FAMILIES = """
Oyelaran Adeyemi Kowalczyk Horváth Novotná Papadakis Halvorsen Virtanen O'Donoghue Fitzgibbon
Featherstone Abernathy Delacroix Beauchamp Thibodeaux Goikoetxea Iturbe Monteverde Quaglia Brambilla
Hohenstein Krautwurst Pemberton Whitcombe Hargreaves Ravenscroft Thistlewood Blakemore Kettlewell
Nakamura Yoshikawa Okonkwo Chatterjee Subramaniam Wickremasinghe Bandaranaike Gunawardena Tuisova
Fonoti Kahananui Yazzie Tsosie Nuñez Villaseñor Quispe Huamán Mamani Carvalho Guimarães Vasconcelos
Bjarnason Sigurdsson Rasmusdatter Kristoffersen Vandenberghe Dewinter Verhoeven Steenkamp
Labuschagne Terblanche Dlamini Ndlovu Mokoena Tshabalala Gebremariam Tadesse Woldemariam Farooqi
Qureshi Hashemi Tabrizi Karimov Nazarbayeva Tchaikovskaya Lermontova Zhukovskaya Vasilenko Bondarchuk
""".split()
PLACES = """
Tromsø Szeged Kumasi Kisumu Bydgoszcz Antofagasta Wollongong Ballarat Chattanooga Tallahassee
Poughkeepsie Ipswich Aberystwyth Llandudno Sligo Scunthorpe Barnsley Huddersfield Cheltenham
Tewkesbury Akureyri Reykholt Odense Aalborg Jyväskylä Rovaniemi Pärnu Daugavpils Brno Ostrava Olomouc
Pécs Plovdiv Kutaisi Gyumri Bishkek Kanazawa Mandalay Makassar Bandung Davao Mombasa Lilongwe
Bulawayo Gaborone Windhoek Ouagadougou Bobo-Dioulasso Tamanrasset Wagga-Wagga Winnemucca Tucumcari
Spokane Tacoma Medford
""".split()

# P a person, F a family, T a place; N a number of two to four digits, M one of three to seven, Y a
# year, G one with its thousands grouped.
TEMPLATES = """
P is my best friend.
Have you seen P today?
I met P and P at the station.
We spent our holidays in T.
My sister lives in T with her husband.
P asked me to help him with his homework.
Mr. F is waiting for you outside.
I don't think P will come to the party.
The train to T leaves in ten minutes.
Mrs. F was very kind to us.
P and P got married last summer.
Where does P work?
I have never been to T.
P's brother is a doctor.
Dr. F told me to rest for a few days.
Please give this letter to P.
P F wrote this book.
"I'm tired," said P.
Let's visit P tomorrow.
She moved from T to T last year.
Nobody knows why P left.
P, please close the door.
My name is P F.
Is P still angry with P?
The ticket costs N dollars.
There are M books in this library.
He was born in Y.
This house was built in Y.
We need N chairs for the party.
I have N euros in my pocket.
The war ended in Y.
About G people live in this town.
My room number is N.
The bridge is N meters long.
He sold his car for G dollars.
They have been waiting for N minutes.
Only N of the M students passed the test.
You can call me at M.
The company has N employees.
It weighs N kilograms.
P bought N apples and N oranges.
P was born in T in Y.
In Y, P moved to T.
P owes me N dollars.
It takes N hours to get to T.
Mr. F sent us N letters.
P lives at number N, near the church.
P F won the prize in Y.
The hotel in T has N rooms.
P paid G dollars for that painting.
""".strip().split("\n")
SENTENCES = 200


class Dice:
    """Numbers that are the same for ever and everywhere (Knuth's MMIX generator)."""

    def __init__(self):
        self.state = 2019

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n

    def number(self, fewest, most):
        digits = fewest + self.below(most - fewest + 1)
        return 10 ** (digits - 1) + self.below(9 * 10 ** (digits - 1))


def make_sentences():
    """Each as its text, the names in it and the digits of the numbers in it."""
    dice, at = Dice(), {"P": 0, "F": 0, "T": 0}
    lists = {"P": PEOPLE, "F": FAMILIES, "T": PLACES}
    made = []
    for k in range(SENTENCES):
        names, numbers = [], []

        def fill(match):
            kind = match.group()
            if kind in lists:
                name = lists[kind][at[kind] % len(lists[kind])]
                at[kind] += 1
                names.append(name)
                return name
            number = {"N": lambda: dice.number(2, 4), "M": lambda: dice.number(3, 7),
                      "Y": lambda: 1100 + dice.below(950), "G": lambda: dice.number(4, 7)}[kind]()
            numbers.append(str(number))
            return f"{number:,}" if kind == "G" else str(number)

        text = re.sub(r"\b[PFTNMYG]\b", fill, TEMPLATES[k % len(TEMPLATES)])
        made.append((text, names, numbers))
    return made


def keeps_name(translation, name):
    return re.search(rf"(?<!\w){re.escape(name)}s?(?!\w)", translation) is not None


def keeps_number(translation, digits):
    joined = re.sub(r"(?<=\d)[.,' \u00a0\u2009\u202f](?=\d{3}(?!\d))", "", translation)
    return re.search(rf"(?<!\d){digits}(?!\d)", joined) is not None


def fail(message):
    """No translation: not to be taken for one that lost too much."""
    print(f"copying.py: {message}", file=sys.stderr)
    sys.exit(2)


def check_unseen(files):
    words = set()
    for file in files:
        try:
            with open(file, encoding="utf-8") as text:
                for line in text:
                    words.update(re.findall(r"[^\W\d_]+", line))
        except (OSError, UnicodeDecodeError) as error:
            fail(f"{file}: {error}")
    seen = [name for name in PEOPLE + FAMILIES + PLACES
            if all(part in words for part in re.findall(r"[^\W\d_]+", name))]
    if seen:
        sys.exit(f"copying.py: seen in training: {' '.join(seen)}")


def translate(options, texts):
    command = [options.program, "translate", "-m", options.model, "-b", str(options.beam)]
    try:
        done = subprocess.run(command, input="\n".join(texts) + "\n", stdout=subprocess.PIPE,
                              encoding="utf-8", check=False)
    except OSError as error:
        fail(f"{options.program}: {error.strerror}")
    lines = done.stdout.split("\n")[:-1]
    if done.returncode != 0 or len(lines) != len(texts):
        fail(f"{options.program}: exit status {done.returncode}, {len(lines)} lines for "
             f"{len(texts)}")
    return lines


def main():
    parser = argparse.ArgumentParser(description="names and numbers that come through unchanged")
    parser.add_argument("-p", "--program", default="alphascope")
    parser.add_argument("-m", "--model")
    parser.add_argument("-b", "--beam", type=int, default=5)
    parser.add_argument("--unseen-in", nargs="*", default=[], metavar="TSV")
    parser.add_argument("--names", type=float, default=0, metavar="PERCENT")
    parser.add_argument("--numbers", type=float, default=0, metavar="PERCENT")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    sentences = make_sentences()
    if options.list:
        print("\n".join(text for text, _, _ in sentences))
        return 0
    if not options.model:
        parser.error("-m MODEL is missing")
    check_unseen(options.unseen_in)
    kept = {"numbers": [0, 0], "names": [0, 0]}
    for (text, names, numbers), line in zip(sentences,
                                            translate(options, [text for text, _, _ in sentences])):
        found = [("names", name, keeps_name(line, name)) for name in names]
        found += [("numbers", number, keeps_number(line, number)) for number in numbers]
        for kind, _, stands in found:
            kept[kind][0] += stands
            kept[kind][1] += 1
        lost = [what for _, what, stands in found if not stands]
        if options.show and lost:
            print(f"{text}\n    {line}\n    lost: {', '.join(lost)}")
    percent = {kind: 100 * n / of for kind, (n, of) in kept.items()}
    print("; ".join(f"{kind} {n} of {of} ({percent[kind]:.1f}%)" for kind, (n, of) in kept.items()))
    return int(percent["names"] < options.names or percent["numbers"] < options.numbers)


if __name__ == "__main__":
    sys.exit(main())
