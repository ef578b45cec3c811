import type { z } from "zod";
import { ProviderRefused, ProviderUnavailable } from "./provider.ts";

/** Maximum time that a person waits for the provider. */
export const defaultTimeoutMs = 10_000;

const maxAnswerBytes = 1024 * 1024;

/** One call to the provider. A body makes it a POST. */
export interface ProviderRequest {
  url: URL;
  bearer: string;
  body?: unknown;
  timeoutMs?: number | undefined;
}

/**
 * Calls the provider and parses the response with the wire schema. @throws ProviderRefused for 4xx except 408 and 429, ProviderUnavailable
 * for everything else.
 */
export async function askProvider<Wire extends z.ZodType>(wire: Wire, request: ProviderRequest): Promise<z.output<Wire>> {
  const { url } = request;
  const answer = await send(request);
  if (!answer.ok) throw refusal(answer.status, url);
  const parsed = wire.safeParse(await readJson(answer, url));
  if (!parsed.success) throw new ProviderUnavailable(`${url.pathname} sent an unexpected response`, { cause: parsed.error });
  return parsed.data;
}

async function send({ url, bearer, body, timeoutMs = defaultTimeoutMs }: ProviderRequest): Promise<Response> {
  const json = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const headers = {
    authorization: `Bearer ${bearer}`,
    accept: "application/json",
    ...(body !== undefined && { "content-type": "application/json" }),
  };
  try {
    return await fetch(url, { ...json, headers, redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
  } catch (cause) {
    throw new ProviderUnavailable(`${url.host} does not answer`, { cause });
  }
}

async function readJson(answer: Response, url: URL): Promise<unknown> {
  try {
    const text = await answer.text();
    if (text.length > maxAnswerBytes) throw new RangeError("The answer is too long");
    return JSON.parse(text);
  } catch (cause) {
    throw new ProviderUnavailable(`${url.pathname} answered no JSON`, { cause });
  }
}

function refusal(status: number, url: URL): Error {
  const message = `${url.pathname} answered ${status}`;
  const isRefused = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return isRefused ? new ProviderRefused(message, status) : new ProviderUnavailable(message);
}
