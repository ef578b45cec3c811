import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { editMerchantSchema } from "./edit-merchant-schema.ts";

const current = "0x036CbD53842c5426634e7929541eC2318f3dCF7e";
const fields = {
  name: "Juniper Court",
  businessType: "apartment",
  email: "office@juniper.example",
  phoneNumber: "555 0100",
  status: "active",
} satisfies Omit<z.input<ReturnType<typeof editMerchantSchema>>, "walletAddress" | "password">;
const problems = (walletAddress: string, password: string) =>
  editMerchantSchema(current)
    .safeParse({ ...fields, walletAddress, password })
    .error?.issues.map(({ path }) => path.join("."));

describe("editing a merchant", () => {
  it("asks for the password if the wallet changes or is removed", () => {
    expect(problems("0x1111111111111111111111111111111111111111", "")).toEqual(["password"]);
    expect(problems("", "")).toEqual(["password"]);
    expect(problems("0x1111111111111111111111111111111111111111", "it")).toBeUndefined();
  });

  it("asks for no password if the wallet stays the same in another spelling", () => {
    expect(problems(current, "")).toBeUndefined();
    expect(problems(current.toLowerCase(), "")).toBeUndefined();
  });
});
