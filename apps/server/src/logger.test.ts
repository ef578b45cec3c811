import { describe, expect, it } from "vitest";
import { createLogger } from "./logger.ts";

function logged(data: object): string {
  const lines: string[] = [];
  createLogger("info", { destination: { write: (line) => lines.push(line) } }).info(data, "Something happened");
  return lines.join("");
}

describe("the log", () => {
  it.each(["authorization", "cookie", "password", "token", "signature", "privateKey"])("never contains a %s, at any depth", (name) => {
    const line = logged({
      [name]: "s3cret",
      headers: { [name]: "s3cret" },
      req: { headers: { [name]: "s3cret" } },
      a: { b: { c: { [name]: "s3cret" } } },
    });
    expect(line).not.toContain("s3cret");
    expect(line).toContain("[redacted]");
  });

  it("contains a request's method and path, without inputs or a checkout's reference", () => {
    const reference = "ab".repeat(32);
    const line = logged({
      req: { method: "GET", url: `/checkout/${reference}?input=s3cret`, ip: "127.0.0.1", headers: { authorization: "s3cret" } },
    });
    expect(JSON.parse(line).req).toEqual({ method: "GET", path: "/checkout/[reference]", ip: "127.0.0.1" });
  });

  it.each([
    ["/api/mail/unsubscribe/usr_01h455vb4pex5vsknk084sn02q.reminders.SECRET", `${"aB3-_".repeat(8)}xyz`],
    ["/reset-password%23SECRET", `hrm_${"aB3-_".repeat(8)}xyz`],
    ["/invitation/SECRET", `%68rm_${"aB3-_".repeat(8)}xyz`],
    ["/join-staff%23SECRET", `h%72m%5f${"aB3-_".repeat(8)}xyz`],
    ["/verify-email/SECRET", `hrm_${"a%42%2D_".repeat(12)}`],
    ["/bill/SECRET", "ab".repeat(32)],
    ["/bill/SECRET/", "%61b".repeat(32)],
    ["/api/auth/devices/SECRET", `hrt_${"aB3-_".repeat(8)}xyz`],
  ])("contains no secret of the link %s", (link, secret) => {
    const { path } = JSON.parse(logged({ req: { method: "GET", url: link.replace("SECRET", secret), ip: "127.0.0.1" } })).req;
    expect(path).toContain("[");
    expect(path).not.toContain(secret.slice(-8));
    expect(path).toContain(link.split(/[/%]/)[1]);
  });

  it.each([
    "/api/payments/pay_01h455vb4pex5vsknk084sn02q/receipt",
    "/assets/hanken-grotesk-latin-wght-normal-3f2a91bc.woff2",
    "/%zz/a%20b",
  ])("keeps the path %s, which is no secret", (path) =>
    expect(JSON.parse(logged({ req: { method: "GET", url: path, ip: "127.0.0.1" } })).req.path).toBe(path),
  );

  it("keeps an error's own code, which is no secret", () => {
    expect(logged({ err: Object.assign(new Error("taken"), { code: "23505" }) })).toContain("23505");
  });

  it("redacts a visitor's input under names that are harmless elsewhere", () => {
    expect(logged({ query: { code: "s3cret", state: "s3cret" }, body: { code: "s3cret" }, input: { code: "s3cret" } })).not.toContain(
      "s3cret",
    );
  });

  it("searches lists, to a limited depth", () => {
    interface Ring {
      ring?: Ring;
      many: { password: string }[];
    }
    const ring: Ring = { many: [{ password: "s3cret" }] };
    ring.ring = ring;
    expect(logged({ ring })).not.toContain("s3cret");
  });
});

describe("an error in the log", () => {
  it("has its name, message, stack frames and causes", () => {
    const cause = Object.assign(new TypeError("no route"), { code: "ECONNREFUSED", port: 5432 });
    const { err } = JSON.parse(logged({ err: new Error("The node is away", { cause }) }));
    expect(err).toMatchObject({
      type: "Error",
      message: "The node is away",
      cause: { type: "TypeError", code: "ECONNREFUSED", port: 5432 },
    });
    expect(err.stack).toMatch(/^\s+at .*logger\.test\.ts/);
  });

  it("contains the errors of an AggregateError, and thrown values that are no errors", () => {
    expect(logged({ err: new AggregateError([new Error("first way")], "no way") })).toContain("first way");
    expect(JSON.parse(logged({ err: "a word" })).err).toEqual({ type: "string", message: "a word" });
  });

  it("does not mistake a line of its message for a stack frame", () => {
    const failed = Object.assign(new Error("Failed query: select\nparams: \n    at s3cret"), {
      query: "select",
      params: ["\n    at s3cret"],
    });
    expect(logged({ err: failed })).not.toContain("s3cret");
  });

  it("does not repeat a cause's secrets in the message of its wrapper", () => {
    const failed = Object.assign(new Error("Failed query: select\nparams: s3cret"), { query: "select", params: ["s3cret"] });
    const wrapped = new Error(`While asking: ${failed.message}`, { cause: new Error(failed.message, { cause: failed }) });
    expect(JSON.parse(logged({ err: new Error(wrapped.message, { cause: wrapped }) })).err.message).toContain("Failed query: select");
    expect(logged({ err: wrapped })).not.toContain("s3cret");
  });

  it("has no other properties", () => {
    expect(logged({ err: Object.assign(new Error("refused"), { request: { body: "s3cret" }, params: ["s3cret"] }) })).not.toContain(
      "s3cret",
    );
    expect(logged({ other: Object.assign(new Error("refused"), { request: { body: "s3cret" } }) })).not.toContain("s3cret");
  });
});
