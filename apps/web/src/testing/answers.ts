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

/** Instead of an answer: the request fails on its way, as it does for somebody who is offline. */
export const offline = Symbol("offline");

/** Instead of an answer: none ever comes, so that what is shown meanwhile can be looked at. */
export const never = Symbol("never");

/** What the server answers, by procedure; a function may throw a `HearthError`, which is answered as the server answers it. */
export type Answers = { [P in Path]?: ((input: InputOf<P>) => OutputOf<P> | Promise<OutputOf<P>>) | typeof offline | typeof never };

/** An answer of whichever procedure; as a method it may be called with an input whose type only its path knows. */
type AnyAnswer = { answer(input: unknown): unknown }["answer"] | typeof offline | typeof never;

/** One call that reached the network's edge. */
export interface Call {
  path: string;
  input: unknown;
}

/** What answers requests beside the typed interface, by method and address: `GET /api/openapi.json`, or whole where another server is asked. */
export type RestAnswers = Record<`${"GET" | "POST" | "PUT"} ${string}`, (request: Request) => Response | Promise<Response>>;

/** Where the chain's node is in tests; what it answers is a `RestAnswers`. */
export const chainUrl = "http://chain.test/";

const given = new Map<string, AnyAnswer>();
const givenRest = new Map<string, RestAnswers[keyof RestAnswers]>();
const calls: Call[] = [];
const requests: { address: string; request: Request }[] = [];
const unanswered: string[] = [];
/** What pages asked for and have no answer to yet. */
const underWay = new Set<Promise<unknown>>();
let open = new AbortController();

/** Says what the server answers from now on; procedures that are not named keep the answers that they were given before. */
export function answers(more: Answers): void {
  for (const [path, answer] of Object.entries(more)) given.set(path, answer);
}

/** Says what answers requests beside the typed interface; an answer may throw a `HearthError`, as the typed ones may. */
export function restAnswers(more: RestAnswers): void {
  for (const [address, answer] of Object.entries(more)) givenRest.set(address, answer);
}

/** The requests that reached an address of `restAnswers` in this test, in their order, each to be read once. */
export function requestsOf(address: keyof RestAnswers): Request[] {
  return requests.filter((one) => one.address === address).map(({ request }) => request);
}

/** The inputs with which a procedure was called in this test, in their order. */
export function inputsOf<P extends Path>(path: P): InputOf<P>[] {
  return calls.filter((call): call is Call & { input: InputOf<P> } => call.path === path).map(({ input }) => input);
}

/**
 * Ends the calls that are still waiting, lets what is on its way arrive, so that it counts for no other test, and forgets every answer and
 * every call; says which had found no answer.
 */
export async function forgetAnswers(): Promise<string[]> {
  open.abort();
  while (underWay.size > 0) await Promise.allSettled(underWay);
  open = new AbortController();
  given.clear();
  givenRest.clear();
  calls.length = 0;
  requests.length = 0;
  return unanswered.splice(0);
}

const trpc = initTRPC.create({
  allowOutsideOfServer: true,
  errorFormatter: ({ shape, error }) => {
    const { code, message, fields } = error.cause instanceof HearthError ? error.cause : new HearthError("INTERNAL");
    const status = errorStatus(code);
    return { ...shape, message, data: { ...shape.data, code, status, message, httpStatus: status, ...(fields && { errors: fields }) } };
  },
});

/** Reads, writes and subscriptions of the typed interface, in the protocol that the real client speaks. */
const typedInterface = http.all("/trpc/*", async ({ request }) => {
  const paths = new URL(request.url).pathname.slice("/trpc/".length).split(",");
  const isSubscription = request.headers.get("accept") === "text/event-stream";
  for (const path of paths) {
    if (given.has(path) || isSubscription) continue;
    unanswered.push(path);
    return HttpResponse.error();
  }
  if (paths.some((path) => given.get(path) === offline)) return HttpResponse.error();
  // A call that takes nothing comes without a body, in which no input can be looked for.
  const takesInput = request.method === "GET" || (await request.clone().text()) !== "";
  const procedures = paths.map((path) => {
    const resolve = ({ input }: { input: unknown }) => answerTo(path, input);
    if (isSubscription) return [path, trpc.procedure.input(anything).subscription(() => stream(path))] as const;
    const procedure = takesInput ? trpc.procedure.input(anything) : trpc.procedure;
    return [path, request.method === "GET" ? procedure.query(resolve) : procedure.mutation(resolve)] as const;
  });
  return fetchRequestHandler({ endpoint: "/trpc", req: request, router: trpc.router(Object.fromEntries(procedures)) });
});

const anything = z.unknown();

async function answerTo(path: string, input: unknown): Promise<unknown> {
  calls.push({ path, input });
  const answer = given.get(path);
  if (typeof answer === "function") return answer(input);
  const { signal } = open;
  return new Promise((_resolve, reject) => {
    const end = () => reject(new Error("The test is over"));
    if (signal.aborted) end();
    else signal.addEventListener("abort", end);
  });
}

/** What a subscription brings: nothing, unless the test says more. */
async function* stream(path: string): AsyncGenerator {
  const source = await answerTo(path, undefined);
  if (isAsyncIterable(source)) yield* source;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

/** The documented interface and the chain's node; refused as the server refuses it. */
async function answerRest({ request }: { request: Request }): Promise<Response> {
  const { origin, pathname, href } = new URL(request.url);
  const address = `${request.method} ${origin === window.location.origin ? pathname : href}`;
  const answer = givenRest.get(address);
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

/** Stands at the network's edge from now on: what the pages ask of a server ends here, and what no test expects is an error. */
export async function startNetwork(): Promise<void> {
  // The test runner's own requests pass by here as well, and go on.
  started ??= network.start({ quiet: true, onUnhandledFrame: "bypass" }).then(followRequests);
  await started;
}

/** Follows each request to its end, also when the page gives it up: what was sent arrives all the same. */
function followRequests(): void {
  const send = window.fetch;
  window.fetch = (target, { signal, ...rest } = {}) => {
    const answer = send(target, rest);
    underWay.add(answer);
    const arrive = () => void underWay.delete(answer);
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
