import { describe, expect, it } from "vitest";
import { createLogger } from "./logger.ts";

function logged(data: object): string {
  const lines: string[] = [];
  createLogger("info", { write: (line) => lines.push(line) }).info(data, "Something happened");
  return lines.join("");
}

describe("the log", () => {
  it.each(["authorization", "cookie", "password", "token", "signature", "privateKey"])("never holds a %s, however deep", (name) => {
    const line = logged({
      [name]: "s3cret",
      headers: { [name]: "s3cret" },
      req: { headers: { [name]: "s3cret" } },
      a: { b: { c: { [name]: "s3cret" } } },
    });
    expect(line).not.toContain("s3cret");
    expect(line).toContain("[redacted]");
  });

  it("says of a request its method and path, without inputs and without a checkout's reference", () => {
    const reference = "ab".repeat(32);
    const line = logged({
      req: { method: "GET", url: `/checkout/${reference}?input=s3cret`, ip: "127.0.0.1", headers: { authorization: "s3cret" } },
    });
    expect(JSON.parse(line).req).toEqual({ method: "GET", path: "/checkout/[reference]", ip: "127.0.0.1" });
  });

  it("keeps an error's own code, which is no secret", () => {
    expect(logged({ err: Object.assign(new Error("taken"), { code: "23505" }) })).toContain("23505");
  });
});
