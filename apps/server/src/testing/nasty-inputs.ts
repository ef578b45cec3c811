import fc from "fast-check";

/** Inputs that break programs, as arbitraries of fast-check. */

/** Characters that are not seen, do not stand alone or end a text. */
const oddCharacters = ["\u0000", "\ud800", "a\u0000b", "\u202e\u2066", "\u200b\u2060\u{e0041}\u2800", "\u0301\u0323", "\ufeff", "\u2028"];
const oddWords = ["%00", "%", "%zz", "%c0%af", "../../etc/passwd", "' or 1=1 --", "__proto__", "1e3", "-0", "NaN", "1e999", "0x10", "=1+1"];
const ownForms = [
  "pay_01h455vb4pex5vsknk084sn02q",
  `0x${"f".repeat(40)}`,
  `0x${"0".repeat(64)}`,
  "0".repeat(64),
  `hrm_${"a".repeat(43)}`,
  "ada@example.com",
  "1450.00",
  "0.001",
  "99999999999999999999.00",
  "2026-02-31",
  "2026-13",
  "Europe/Nowhere",
  "2026-11-01T00:00:00.000Z",
  "-271821-04-20T00:00:00.000Z_pay_01h455vb4pex5vsknk084sn02q",
  "+275760-09-13T00:00:00.000Z_pay_01h455vb4pex5vsknk084sn02q",
];
const people = ["email", "password", "firstName", "lastName", "role", "phoneNumber", "address", "merchantName", "userId", "code"];
const money = ["amount", "walletAddress", "signature", "from", "validAfter", "validBefore", "transactionHash", "rent", "paymentType"];
const things = ["paymentId", "reference", "disputeId", "documentId", "leaseId", "selectedMerchantId", "idempotencyKey", "kind", "status"];
const filters = ["limit", "cursor", "search", "startDate", "endDate", "timeZone", "period", "direction", "format", "seenAt"];
const texts = ["description", "aptNumber", "reason", "comment", "message", "csv"];
const oddPairs = [
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{}}}',
  '{"a":1,"a":2}',
  '{"toString":1}',
  '{"then":{}}',
  '{"\\u0000":1}',
];
const oddNumbers = ['{"a":1e400}', '{"a":-0}', '{"a":01}', '{"a":"\\ud800"}', '"\\u"'];
const noJson = ["\ufeff{}", "{}{}", '{"a":1,}', "{'a':1}", "undefined", "[1,]", "// a\n{}", "", " ", "\u0000"];
const noObjects = ['{"json":{}}', '{"0":{}}', '{"0":{"json":null}}', "null", "true", "[]", '""', "0"];
const escapes = ["%", "%2", "%25", "%252C", "%2C", ",", "%00", "%c0%ae", "%ZZ", ".", "..", ";", "a"];
const mediaTypes = [
  "application/json",
  "application/json; charset=utf-16",
  "text/plain",
  "multipart/form-data",
  "multipart/form-data; boundary=",
];
const headerWords = [
  "gzip",
  "br;q=2",
  "bytes=0-",
  "*/*",
  "chunked",
  "Bearer ",
  "Bearer hrt_",
  "null",
  "http://evil.example",
  "127.0.0.1, ::1, x",
];

const times = (part: string, max: number) => fc.integer({ min: 1, max }).map((count) => part.repeat(count));

/** Text of any code unit: lone surrogates, NUL, direction and unseen characters, long runs, and the product's own forms. */
export const nastyText = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  { weight: 4, arbitrary: fc.string({ unit: "grapheme", maxLength: 60 }) },
  { weight: 4, arbitrary: fc.constantFrom(...oddCharacters, ...oddWords) },
  { weight: 4, arbitrary: fc.constantFrom(...ownForms) },
  { weight: 1, arbitrary: fc.oneof(times("\u{1F525}", 2_000), times("\u0301", 2_000), times("\u200d", 2_000), times("a", 9_000)) },
);

const names = fc.constantFrom(...people, ...money, ...things, ...filters, ...texts);

export const nastyValue = fc.oneof(
  { weight: 5, arbitrary: nastyText },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.double() },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, 0, -1, 2 ** 53, 1e308, true, [], {}, [[[]]], { length: -1 }, ["a", "a"]) },
);

const nastyObject = fc.dictionary(
  fc.oneof({ weight: 8, arbitrary: names }, { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 20 }) }),
  nastyValue,
  { maxKeys: 6 },
);

/** JSON that parsers treat differently, and text that only looks like JSON. */
const oddJson = fc.oneof(
  fc.integer({ min: 50, max: 20_000 }).map((depth) => "[".repeat(depth) + "]".repeat(depth)),
  fc.integer({ min: 50, max: 5_000 }).map((depth) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`),
  fc.constantFrom(...oddPairs, ...oddNumbers, ...noJson, ...noObjects),
);

export const nastyBody = fc.oneof(
  { weight: 6, arbitrary: nastyObject.map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: nastyValue.map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: oddJson },
  { weight: 1, arbitrary: nastyText },
);

/** Bytes that are no text: broken UTF-8, and other encodings of JSON. */
export const nastyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  nastyBody.map((text) => Buffer.from(text, "utf16le")),
  nastyBody.map((text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xc0, 0x80])])),
);

/** One part of a path, escaped in every way that clients escape, and in ways that they do not. */
export const nastyPart = fc.oneof(
  { weight: 4, arbitrary: nastyText.map((text) => encodeURIComponent(text.slice(0, 300).toWellFormed())) },
  { weight: 2, arbitrary: nastyText.map((text) => encodeURIComponent(encodeURIComponent(text.slice(0, 100).toWellFormed()))) },
  {
    weight: 2,
    arbitrary: fc.array(fc.constantFrom(...escapes), { maxLength: 8 }).map((parts) => parts.join("")),
  },
  { weight: 1, arbitrary: fc.webSegment() },
);

/** A query string: pairs that repeat, nest or lack a value, and broken escapes. */
export const nastyQuery = fc
  .array(
    fc.tuple(
      fc.oneof(names, fc.constantFrom("input", "batch", "limit", "cursor", "__proto__", "a[b]", "a[]", "")),
      fc.constantFrom("=", "", "=="),
      nastyPart,
    ),
    { maxLength: 5 },
  )
  .map((pairs) => pairs.map((pair) => pair.join("")).join("&"));

/** The value of a header, from the bytes that HTTP allows there. */
export const headerValue = fc.oneof(
  fc.string({ unit: fc.integer({ min: 32, max: 255 }).map((code) => String.fromCharCode(code)), maxLength: 200 }),
  fc.constantFrom(...mediaTypes, ...headerWords),
);
