import { z } from "zod";

type Issue = z.core.$ZodIssue;

const asZodSays = z.locales.en().localeError;

/** Describes an invalid input in a sentence that names the field. A message written in the schema itself stays as it is. */
export function sentenceOf(issue: Issue): string {
  return isZodsOwn(issue) ? plainSentence(issue, issue.path.map(String).join(".") || "the body") : issue.message;
}

/** True where a message is the validator's own rather than one written for people. */
function isZodsOwn(issue: Issue): boolean {
  // The issue does not keep the received value, but its message names it.
  if (issue.code === "invalid_type") return issue.message.startsWith("Invalid input: expected");
  const usual = asZodSays({ ...issue, input: undefined });
  return issue.message === (typeof usual === "string" ? usual : usual?.message);
}

function plainSentence(issue: Issue, name: string): string {
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.length === 1
        ? `The field ${issue.keys[0]} is not known here`
        : `The fields ${issue.keys.join(", ")} are not known here`;
    case "invalid_type":
      return issue.message.endsWith("received undefined") ? `Please send ${name}` : `Please send ${name} as ${kindOf(issue.expected)}`;
    case "invalid_value":
      return issue.values.length === 1
        ? `Please send ${name} as ${String(issue.values[0])}`
        : `Please send ${name} as one of: ${issue.values.join(", ")}`;
    case "too_big":
      return `Please send ${name} with at most ${amountOf(issue.origin, issue.maximum)}`;
    case "too_small":
      return `Please send ${name} with at least ${amountOf(issue.origin, issue.minimum)}`;
    case "not_multiple_of":
      return `Please send ${name} as a multiple of ${issue.divisor}`;
    case "invalid_format":
    case "invalid_union":
    case "invalid_key":
    case "invalid_element":
    case "custom":
      return `Please send a valid value for ${name}`;
  }
}

const kinds: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

function kindOf(expected: string): string {
  return kinds[expected] ?? expected;
}

function amountOf(origin: string, count: number | bigint): string {
  if (origin === "string") return `${count} ${count === 1 ? "character" : "characters"}`;
  if (origin === "array" || origin === "set") return `${count} ${count === 1 ? "entry" : "entries"}`;
  return `the value ${count}`;
}
