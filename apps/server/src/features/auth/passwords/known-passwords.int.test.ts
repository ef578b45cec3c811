import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { factoryPassword, makeUser, nextNumber } from "@hearth/db/testing/factories";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";

const breached = "violet harbor stones";
const asked: string[] = [];
let answers: { status: number; body: string };
const service = createServer((request, response) => {
  asked.push(request.url ?? "");
  response.writeHead(answers.status).end(answers.body);
});

let harness: Harness;
beforeAll(async () => {
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  const address = service.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  harness = await startHarness({ env: { PASSWORD_BREACH_URL: `http://127.0.0.1:${port}/range` } });
});
afterAll(async () => {
  await harness.close();
  service.close();
});

const none = { status: 200, body: "0018A45C4D1DEF81644B54AB7F969B88D65:0\r\n" };
const register = (password: string) =>
  harness.caller().auth.register({ firstName: "Odalys", lastName: "Venn", email: `quillfeather${nextNumber()}@example.com`, password });

describe("a common password", () => {
  it.each(["babygirl", "december", "b4byg1rl", "D3cember!", "babygirl2026", "Quillfeather", "0dalys99"])(
    "is refused at every place that sets one: %s",
    async (password) => {
      answers = none;
      const refusal = { message: "Please choose a less common password" };
      const registering = harness
        .caller()
        .auth.register({ firstName: "Odalys", lastName: "Venn", email: "quillfeather@example.com", password });
      await expect(registering).rejects.toMatchObject(refusal);
      const { id } = await makeUser(harness.db, { email: `quillfeather${nextNumber()}@example.com`, firstName: "Odalys" });
      const call = harness.caller(await harness.signIn(id));
      await expect(call.auth.changePassword({ currentPassword: factoryPassword, newPassword: password })).rejects.toMatchObject(refusal);
    },
  );

  it("does not include a user's own sentence", async () => {
    answers = none;
    await expect(register("copper kettles at noon")).resolves.toHaveProperty("token");
  });
});

describe("a password that was in a data breach", () => {
  it("is refused where the operator configures a service, which gets five digits of its hash", async () => {
    const digits = createHash("sha1").update(breached).digest("hex").toUpperCase();
    answers = { status: 200, body: `${none.body}${digits.slice(5)}:7\r\n` };
    asked.length = 0;
    await expect(register(breached)).rejects.toMatchObject({ message: "This password was in a data breach. Please choose another one." });
    expect(asked).toEqual([`/range/${digits.slice(0, 5)}`]);
    answers = { status: 200, body: `${digits.slice(5)}:0\r\n` };
    await expect(register(breached)).resolves.toHaveProperty("token");
  });

  it("is accepted while the service fails", async () => {
    answers = { status: 503, body: "" };
    await expect(register(breached)).resolves.toHaveProperty("token");
  });
});
