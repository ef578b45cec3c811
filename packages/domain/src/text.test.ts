import { describe, expect, it } from "vitest";
import { email, partyName, personName, text } from "./text.ts";

/** The tag character that stands for a letter. */
const tag = (letter: string) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0));

const ok = (schema: ReturnType<typeof text>, value: unknown) => schema.safeParse(value).success;

describe("people's text", () => {
  it("is trimmed and normalized to NFC", () => {
    expect(text({ max: 10 }).parse("  Zoe\u0308 ")).toBe("Zoë");
  });

  it("is counted in code points", () => {
    expect(ok(text({ max: 3 }), "🏠🏠🏠")).toBe(true);
    expect(ok(text({ max: 3 }), "🏠🏠🏠🏠")).toBe(false);
  });

  it("refuses NUL, control characters and broken Unicode", () => {
    for (const bad of ["a\0b", "a\u0007b", "a\nb", "a\ud800b", "a\u2028b"]) expect(ok(text({ max: 10 }), bad)).toBe(false);
    expect(ok(text({ max: 10, multiline: true }), "a\nb")).toBe(true);
    expect(ok(text({ max: 10, multiline: true }), "a\0b")).toBe(false);
  });

  it("refuses characters that change the reading direction, and accepts letters of any direction", () => {
    for (const bad of ["photo\u202egnp", "a\u2066b", "\u202dabc"]) {
      expect(ok(text({ max: 10 }), bad)).toBe(false);
      expect(ok(text({ max: 10, multiline: true }), bad)).toBe(false);
    }
    for (const good of ["שלום", "سلام", "👩\u200d🔧", "👩🏽\u200d🔧", "می\u200cخواهم", "क्\u200dष"])
      expect(ok(text({ max: 10 }), good)).toBe(true);
  });

  it("refuses zero-width characters in one line, where they would make two names look alike", () => {
    for (const bad of ["Juniper\u200b Court", "a\u200fb", "a\u200db", "a\u2060b", "a\ufeffb", "a\u00adb", "a\u3164b"]) {
      expect(ok(text({ max: 20 }), bad)).toBe(false);
    }
    expect(ok(text({ max: 20, multiline: true }), "a\u200fb")).toBe(true);
  });

  it("refuses more combining marks in a row than a script uses, before it is normalized", () => {
    for (const multiline of [false, true]) {
      const schema = text({ max: 100, multiline });
      expect(ok(schema, `a${"\u0301\u0323".repeat(15)}`)).toBe(true);
      const found = schema.safeParse(`a${"\u0301\u0323".repeat(30_000)}`).error?.issues.map(({ message }) => message);
      expect(found).toEqual(["Please remove the characters that cannot be shown"]); // and not that it is too long
    }
  });

  it("refuses every character without a shape in one line, wherever it stands", () => {
    const unseen: string[] = [];
    for (let code = 0; code < 0x110000; code += 1) {
      const one = String.fromCodePoint(code);
      if (/[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800\ufff9-\ufffb]/u.test(one)) unseen.push(one);
    }
    expect(unseen.length).toBeGreaterThan(4_000);
    const schema = text({ max: 30 });
    const accepted = unseen.flatMap((one) => {
      const spellings = [`Juni${one}per`, `Juniper 1${one}2`, `${one}Juniper`, `Juniper${one}`, `é${one}a`];
      return spellings.filter((name) => name.trim() === name && ok(schema, name)).map(() => `U+${one.codePointAt(0)?.toString(16)}`);
    });
    expect(accepted).toEqual([]);
  });

  it("accepts unseen characters where they change what is seen", () => {
    const flags = ["eng", "sct", "wls"].map((part) => `🏴${[..."gb", ...part].map(tag).join("")}\u{e007f}`);
    const selected = ["❤️", "❤️\u200d🔥", "🏳️\u200d🌈", "1\ufe0f\u20e3", "葛\u{e0100}城", "☎\ufe0e", "👨\u200d👩\u200d👧"];
    for (const good of [...flags, ...selected]) expect([good, ok(text({ max: 20 }), `Flat ${good}`)]).toEqual([good, true]);
    const hidden = [`🏴${[..."gbsecret"].map(tag).join("")}\u{e007f}`, `A${tag("a")}`, "1\ufe0f", "A\ufe0f\u200d", "葛a\u{e0100}"];
    for (const bad of hidden) expect([bad, ok(text({ max: 20 }), `Flat ${bad}`)]).toEqual([bad, false]);
  });

  it("is blank if nothing is visible", () => {
    const schema = text({ max: 10, required: "City is required" });
    for (const blank of ["\u200b", "\u200b \u2060", "\u00ad", "\u200f", "\u3164", "\u2800 \u2800", "\ufe0f", "\u{e0061}"]) {
      expect(schema.safeParse(blank).error?.issues[0]?.message).toBe("City is required");
    }
  });

  it("has the specified message when required and blank or missing", () => {
    const schema = text({ max: 10, required: "City is required" });
    for (const blank of ["", "   ", undefined]) expect(schema.safeParse(blank).error?.issues[0]?.message).toBe("City is required");
  });
});

describe("an email address", () => {
  const schema = email({ max: 254, required: "Email is required" });
  it("is lower-cased", () => expect(schema.parse(" Maya@Example.COM ")).toBe("maya@example.com"));
  it("has separate messages for a malformed and an empty address", () => {
    expect(schema.safeParse("maya@").error?.issues[0]?.message).toBe("Please enter a valid email address");
    expect(schema.safeParse("").error?.issues.map((issue) => issue.message)).toEqual(["Email is required"]);
  });
});

describe("a person's name", () => {
  const person = personName({ max: 100, required: "First name is required" });
  const party = partyName({ max: 100, required: "Enter a name" });
  const reasonOf = (schema: typeof person, value: string) => schema.safeParse(value).error?.issues[0]?.message;

  it.each(["Verify at https://hearth-help.example now", "HTTP://1.2.3.4", "www.evil.example", "see evil.com/pay", "ev1l.co/x", "x.com/a"])(
    "has no link: %s",
    (name) => {
      expect(reasonOf(person, name)).toBe("Enter a name without a web address");
      expect(reasonOf(party, name)).toBe("Enter a name without a web address");
    },
  );

  it.each(["evil.com", "Go to Evil.Com", "t.co", "X.com", "me@evil.example", "evil．com", "evil。com", "dr.com", "пример.рф", "a-b.io"])(
    "has no host: %s",
    (name) => expect(reasonOf(person, name)).toBe("Enter a name without a web address"),
  );

  it.each([
    "J.R.R.",
    "J.Smith",
    "J. R. Ewing",
    "St.John",
    "Dr.Okafor",
    "Jean-Luc",
    "O'Neil",
    "Martin Jr.",
    "A.J.",
    "Ph.D.",
    "Zoë",
    "李.",
    "María José",
  ])("may be %s", (name) => expect(reasonOf(person, name)).toBeUndefined());

  it("of a payer may be the name of a business that has a dot", () => {
    for (const name of ["Apartments.com LLC", "Booking.com B.V.", "J. Smith"]) expect(reasonOf(party, name)).toBeUndefined();
  });
});
