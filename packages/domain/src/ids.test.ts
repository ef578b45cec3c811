import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { humanCode, parsePublicId, publicId } from "./ids.ts";

describe("a public id", () => {
  it("converts back to the row, and only for its own kind", () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        const id = publicId("payment", uuid);
        return id.startsWith("pay_") && parsePublicId("payment", id) === uuid && parsePublicId("merchant", id) === null;
      }),
    );
  });

  it("is null when it is garbage", () => {
    fc.assert(fc.property(fc.string({ maxLength: 80 }), (text) => parsePublicId("payment", text) === null));
    expect(parsePublicId("payment", `pay_${"z".repeat(26)}`)).toBeNull();
    expect(parsePublicId("payment", "pay_")).toBeNull();
  });
});

describe("a short code", () => {
  it("has no letters that people confuse", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 8 }), (bytes) =>
        /^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/.test(humanCode(bytes)),
      ),
    );
  });
});
