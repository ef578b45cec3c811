import type { Adapter, AdapterConstructor, AdapterPayload } from "oidc-provider";

interface Kept {
  payload: AdapterPayload;
  expiresAt: number;
}

/** Where the OAuth server keeps what it gives out: in memory, gone when the simulator stops. */
export function createTokenStore(): AdapterConstructor {
  const kept = new Map<string, Kept>();
  const find = (key: string): AdapterPayload | undefined => {
    const entry = kept.get(key);
    if (entry === undefined || entry.expiresAt > Date.now()) return entry?.payload;
    kept.delete(key);
    return undefined;
  };
  const findWhere = (model: string, fits: (payload: AdapterPayload) => boolean): AdapterPayload | undefined => {
    for (const key of kept.keys()) {
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
      kept.set(`${this.#model}:${id}`, { payload, expiresAt });
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
      kept.delete(`${this.#model}:${id}`);
    }

    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, { payload }] of kept) if (payload.grantId === grantId) kept.delete(key);
    }
  };
}
