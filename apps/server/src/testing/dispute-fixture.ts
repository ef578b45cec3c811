import { makeMerchant, makeUser, type UserRow } from "@hearth/db/testing/factories";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { publicId } from "@hearth/domain/ids";
import type { InjectOptions } from "fastify";
import type { Harness } from "./harness.ts";

/** A file in a form. */
export interface FormFile {
  name: string;
  content: Buffer;
  /** `documents` by default. */
  field?: string;
}

/** A payer with completed payments, their merchant and an administrator, each signed in. */
export interface DisputeFixture {
  payer: UserRow;
  owner: UserRow;
  merchantId: string;
  tokens: { payer: string; owner: string; admin: string };
  /** Creates a completed payment of the payer, by default $1,450.00 and a day old. Returns its public id. */
  paid(overrides?: Parameters<typeof makePayment>[1]): Promise<string>;
  /** Sends a form with files to the REST interface. */
  sendForm(request: {
    method?: "POST" | "PUT";
    url: string;
    token?: string;
    key?: string;
    fields?: Record<string, string>;
    files?: FormFile[];
  }): ReturnType<typeof inject>;
  /** Sends JSON to the REST interface, or no body. */
  send(method: "GET" | "POST" | "PUT" | "HEAD", url: string, token: string | null, body?: object): ReturnType<typeof inject>;
}

function inject(harness: Harness, options: InjectOptions) {
  return harness.app.inject(options);
}

/** Creates the three accounts on a harness. */
export async function openDisputeFixture(harness: Harness): Promise<DisputeFixture> {
  const { db, clock } = harness;
  const { merchant, owner } = await makeMerchant(db);
  const payer = await makeUser(db, { enrolledMerchantId: merchant.id });
  const admin = await makeUser(db, { role: "admin" });
  const dayAgo = new Date(clock.now().getTime() - 86_400_000);
  return {
    payer,
    owner,
    merchantId: merchant.id,
    tokens: {
      payer: await harness.signIn(payer.id),
      owner: await harness.signIn(owner.id),
      admin: await harness.signIn(admin.id, "admin"),
    },
    paid: async (overrides) => {
      const about = { consumerId: payer.id, merchantId: merchant.id, status: "completed" as const, createdAt: dayAgo };
      return publicId("payment", (await makePayment(db, { ...about, ...overrides })).id);
    },
    sendForm: ({ method = "POST", url, token, key, fields = {}, files = [] }) => {
      const headers = {
        "content-type": formType,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(key !== undefined && { "idempotency-key": key }),
      };
      return inject(harness, { method, url, headers, payload: writeForm(fields, files) });
    },
    send: (method, url, token, body) => {
      const headers = token === null ? {} : { authorization: `Bearer ${token}` };
      return inject(harness, { method, url, headers, ...(body && { payload: body }) });
    },
  };
}

const boundary = "----hearth-form-boundary";
/** The content type of a form by `writeForm`. */
export const formType = `multipart/form-data; boundary=${boundary}`;

/** Writes a form as browsers do. */
export function writeForm(fields: Record<string, string>, files: FormFile[]): Buffer {
  const texts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  const bodies = files.map(({ name, content, field = "documents" }) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), content, Buffer.from("\r\n")]);
  });
  return Buffer.concat([...texts, ...bodies, Buffer.from(`--${boundary}--\r\n`)]);
}
