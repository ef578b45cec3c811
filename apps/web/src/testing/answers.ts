import { errorStatus, HearthError } from "@hearth/domain/errors";
import { initTRPC } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { http, HttpResponse } from "msw/http";
import { setupWorker } from "msw/browser";
import { z } from "zod";
import type { Inputs, Outputs } from "../lib/trpc.ts";

type Noun = keyof Inputs & string;
type Path = { [N in Noun]: `${N}.${keyof Inputs[N] & string}` }[Noun];
type InputOf<P extends Path> = P extends `${infer N extends Noun}.${infer Name}` ? Inputs[N][Name & keyof Inputs[N]] : never;
type OutputOf<P extends Path> = P extends `${infer N extends Noun}.${infer Name}` ? Outputs[N][Name & keyof Outputs[N]] : never;

/** Answer that makes the request fail, as if offline. */
export const offline = Symbol("offline");

/** Answer that never arrives, to test the loading state. */
export const never = Symbol("never");

/** Mock answers by procedure. A function may throw a `HearthError`, which is returned as the server does. */
export type Answers = { [P in Path]?: ((input: InputOf<P>) => OutputOf<P> | Promise<OutputOf<P>>) | typeof offline | typeof never };

/** Answer of any procedure. Declared as a method, so that it accepts an input whose type only its path determines. */
type AnyAnswer = { answer(input: unknown): unknown }["answer"] | typeof offline | typeof never;

export interface Call {
  path: string;
  input: unknown;
  /** The idempotency key in the header, or null. */
  key: string | null;
}

/** Mock answers of the REST API by method and path (`GET /api/openapi.json`), or by full URL for other servers. */
export type RestAnswers = Record<`${"GET" | "POST" | "PUT"} ${string}`, (request: Request) => Response | Promise<Response>>;

/** URL of the chain's node in tests. `RestAnswers` mocks it. */
export const chainUrl = "http://chain.test/";

const mocks = new Map<string, AnyAnswer>();
const restMocks = new Map<string, RestAnswers[keyof RestAnswers]>();
const calls: Call[] = [];
const requests: { address: string; request: Request }[] = [];
const unanswered: string[] = [];
/** Requests without an answer so far. */
const pendingRequests = new Set<Promise<unknown>>();
let pending = new AbortController();

/** Sets mock answers. Other procedures keep their current ones. */
export function answers(more: Answers): void {
  for (const [path, answer] of Object.entries(more)) mocks.set(path, answer);
}

/** Sets mock answers of the REST API. An answer may throw a `HearthError`. */
export function restAnswers(more: RestAnswers): void {
  for (const [address, answer] of Object.entries(more)) restMocks.set(address, answer);
}

/** Returns the requests of this test to an address of `restAnswers`, in order. Each body can be read once. */
export function requestsOf(address: keyof RestAnswers): Request[] {
  return requests.filter((sent) => sent.address === address).map(({ request }) => request);
}

/** Returns the inputs of this test's calls to a procedure, in order. */
export function inputsOf<P extends Path>(path: P): InputOf<P>[] {
  return calls.filter((call): call is Call & { input: InputOf<P> } => call.path === path).map(({ input }) => input);
}

/** Returns the idempotency keys of this test's calls to a procedure, in order. */
export function keysOf(path: Path): (string | null)[] {
  return calls.filter((call) => call.path === path).map(({ key }) => key);
}

/** Ends the calls that still wait for their mock answer. They fail, as do later ones of this test. */
export function endPendingCalls(): void {
  pending.abort();
}

/** Returns the calls of this test that had no mock answer so far, and forgets them. */
export function takeUnanswered(): string[] {
  return unanswered.splice(0);
}

/** Ends pending calls, waits for requests under way so that they do not affect another test, and clears all answers and records. */
export async function resetAnswers(): Promise<void> {
  endPendingCalls();
  while (pendingRequests.size > 0) await Promise.allSettled(pendingRequests);
  pending = new AbortController();
  mocks.clear();
  restMocks.clear();
  calls.length = 0;
  requests.length = 0;
  unanswered.length = 0;
}

const trpc = initTRPC.create({
  allowOutsideOfServer: true,
  errorFormatter: ({ shape, error }) => {
    const { code, message, fields } = error.cause instanceof HearthError ? error.cause : new HearthError("INTERNAL");
    const status = errorStatus(code);
    return { ...shape, message, data: { ...shape.data, code, status, message, httpStatus: status, ...(fields && { errors: fields }) } };
  },
});

/** Handler of the typed API: queries, mutations and subscriptions in the protocol of the real client. */
const typedInterface = http.all("/trpc/*", async ({ request }) => {
  const paths = new URL(request.url).pathname.slice("/trpc/".length).split(",");
  const isSubscription = request.headers.get("accept") === "text/event-stream";
  for (const path of paths) {
    if (mocks.has(path) || isSubscription) continue;
    unanswered.push(path);
    return HttpResponse.error();
  }
  if (paths.some((path) => mocks.get(path) === offline)) return HttpResponse.error();
  // A call without input has no body, so its input cannot be parsed.
  const takesInput = request.method === "GET" || (await request.clone().text()) !== "";
  const procedures = paths.map((path) => {
    const resolve = ({ input }: { input: unknown }) => answerTo(path, input, request.headers.get("idempotency-key"));
    if (isSubscription) return [path, trpc.procedure.input(anything).subscription(({ input }) => stream(path, input))] as const;
    const procedure = takesInput ? trpc.procedure.input(anything) : trpc.procedure;
    return [path, request.method === "GET" ? procedure.query(resolve) : procedure.mutation(resolve)] as const;
  });
  return fetchRequestHandler({ endpoint: "/trpc", req: request, router: trpc.router(Object.fromEntries(procedures)) });
});

const anything = z.unknown();

async function answerTo(path: string, input: unknown, key: string | null): Promise<unknown> {
  calls.push({ path, input, key });
  const answer = mocks.get(path);
  const { signal } = pending;
  return new Promise((resolve, reject) => {
    const end = () => reject(new Error("The test is over"));
    if (signal.aborted) return end();
    signal.addEventListener("abort", end);
    if (typeof answer === "function") Promise.resolve(input).then(answer).then(resolve, reject);
  });
}

/** Events of a subscription: none, unless the test's answer is an async iterable. */
async function* stream(path: string, input: unknown): AsyncGenerator {
  const source = await answerTo(path, input, null);
  if (isAsyncIterable(source)) yield* source;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/** Handler of the REST API and the chain's node. Returns errors as the server does. */
async function answerRest({ request }: { request: Request }): Promise<Response> {
  const { origin, pathname, href } = new URL(request.url);
  const address = `${request.method} ${origin === window.location.origin ? pathname : href}`;
  const answer = restMocks.get(address);
  if (answer === undefined) {
    unanswered.push(address);
    return HttpResponse.error();
  }
  requests.push({ address, request: request.clone() });
  try {
    return await answer(request);
  } catch (error) {
    if (!(error instanceof HearthError)) throw error;
    const { code, message, fields } = error;
    return HttpResponse.json({ message, code, ...(fields && { errors: fields }) }, { status: errorStatus(code) });
  }
}

const network = setupWorker(typedInterface, http.all("/api/*", answerRest), http.all(chainUrl, answerRest));

let started: Promise<unknown> | undefined;

/** Intercepts all requests of the pages from now on. A request without a mock answer is an error. */
export async function startNetwork(): Promise<void> {
  // Lets the test runner's own requests pass.
  started ??= network.start({ quiet: true, onUnhandledFrame: "bypass" }).then(followRequests);
  await started;
}

/** Tracks each request to its end, even if the page aborts it, because the server would still process it. */
function followRequests(): void {
  const send = window.fetch;
  window.fetch = (target, { signal, ...rest } = {}) => {
    const answer = send(target, rest);
    pendingRequests.add(answer);
    const arrive = () => void pendingRequests.delete(answer);
    answer.then(arrive, arrive);
    if (!signal) return answer;
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(signal.reason);
      if (signal.aborted) giveUp();
      else signal.addEventListener("abort", giveUp);
      answer.then(resolve, reject);
    });
  };
}
