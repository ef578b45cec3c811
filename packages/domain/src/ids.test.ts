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

  it("has the suffix of the TypeID specification", () => {
    const vectors = {
      "00000000-0000-0000-0000-000000000000": "pay_00000000000000000000000000",
      "00000000-0000-0000-0000-000000000020": "pay_00000000000000000000000010",
      "0110c853-1d09-52d8-d73e-1194e95b5f19": "pay_0123456789abcdefghjkmnpqrs",
      "01890a5d-ac96-774b-bcce-b302099a8057": "pay_01h455vb4pex5vsknk084sn02q",
      "ffffffff-ffff-ffff-ffff-ffffffffffff": "pay_7zzzzzzzzzzzzzzzzzzzzzzzzz",
    };
    for (const [uuid, id] of Object.entries(vectors)) {
      expect(publicId("payment", uuid)).toBe(id);
      expect(parsePublicId("payment", id)).toBe(uuid);
    }
    for (const id of [
      "pay_01H455VB4PEX5VSKNK084SN02Q",
      "pay_8zzzzzzzzzzzzzzzzzzzzzzzzz",
      "pay-01h455vb4pex5vsknk084sn02q",
      "pay_01h455vb4pex5vsknk084sn02u",
    ])
      expect(parsePublicId("payment", id), id).toBeNull();
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
