import type { Adapter, AdapterConstructor, AdapterPayload } from "oidc-provider";

interface StoredEntry {
  payload: AdapterPayload;
  expiresAt: number;
}

/** Creates the OAuth server's storage. It is in memory and lost when the simulator stops. */
export function createTokenStore(): AdapterConstructor {
  const entries = new Map<string, StoredEntry>();
  const find = (key: string): AdapterPayload | undefined => {
    const entry = entries.get(key);
    if (entry === undefined || entry.expiresAt > Date.now()) return entry?.payload;
    entries.delete(key);
    return undefined;
  };
  const findWhere = (model: string, fits: (payload: AdapterPayload) => boolean): AdapterPayload | undefined => {
    for (const key of entries.keys()) {
      const payload = key.startsWith(`${model}:`) ? find(key) : undefined;
      if (payload && fits(payload)) return payload;
    }
    return undefined;
  };
  return class TokenStore implements Adapter {
    readonly #model: string;

    constructor(model: string) {
      this.#model = model;
    }

    async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
      const expiresAt = expiresIn === undefined ? Number.POSITIVE_INFINITY : Date.now() + expiresIn * 1000;
      entries.set(`${this.#model}:${id}`, { payload, expiresAt });
    }

    async find(id: string): Promise<AdapterPayload | undefined> {
      return find(`${this.#model}:${id}`);
    }

    async findByUid(uid: string): Promise<AdapterPayload | undefined> {
      return findWhere(this.#model, (payload) => payload.uid === uid);
    }

    async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
      return findWhere(this.#model, (payload) => payload.userCode === userCode);
    }

    async consume(id: string): Promise<void> {
      const payload = find(`${this.#model}:${id}`);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    }

    async destroy(id: string): Promise<void> {
      entries.delete(`${this.#model}:${id}`);
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key);
    }
  };
}
