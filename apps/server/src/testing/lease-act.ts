import { HearthError } from "@hearth/domain/errors";
import { type Day, dayAfter, startOfDay } from "@hearth/domain/rent/calendar";
import { Broken, type Ruling } from "./lease-rulings.ts";
import { type LeaseWorld, startsOn, type Tenancy } from "./lease-world.ts";

/** An act on a lease, done in the product and in the paper model. */
export type Act = (world: LeaseWorld, tenancy: Tenancy) => Promise<void>;

/** Calls the product. A refusal breaks the named ruling. Any other error breaks the ruling that errors have a readable sentence. */
export async function perform<Answer>(call: Promise<Answer>, ruling: Ruling, what: string): Promise<Answer> {
  return call.catch((error: unknown) => {
    const sentence = refusalOf(error);
    throw sentence === null ? new Broken("words", `${what}: ${String(error).slice(0, 300)}`) : new Broken(ruling, `${what}: ${sentence}`);
  });
}

/** Expects a call to be refused with a sentence. */
export async function refused(call: Promise<unknown>, ruling: Ruling, what: string): Promise<void> {
  const answer = await call.then(
    () => "done",
    (error: unknown) => (refusalOf(error) === null ? String(error).slice(0, 300) : "refused"),
  );
  if (answer === "done") throw new Broken(ruling, `${what} was taken`);
  if (answer !== "refused") throw new Broken("words", `${what}: ${answer}`);
}

/** The sentence of the product's refusal. Null for any other error. */
export function refusalOf(error: unknown): string | null {
  const cause = error instanceof Error && error.cause instanceof HearthError ? error.cause : error;
  if (cause instanceof HearthError) return cause.message;
  return error instanceof Error && "code" in error && error.code === "BAD_REQUEST" ? error.message : null;
}

export const dayBefore = (world: LeaseWorld, { paper }: Tenancy, most: number): Day => {
  const day = dayAfter(world.today(paper.term.timeZone), -world.random.between(0, most));
  return day < startsOn ? startsOn : day;
};
export const startMs = (day: Day, { paper }: Tenancy) => startOfDay(day, paper.term.timeZone).getTime();
export const openCharges = ({ paper }: Tenancy) => paper.charges.filter((charge) => charge.id !== null && paper.openOf(charge) > 0);
/** The charged rents that stand. A month that the lease does not cover any more is voided with its end. */
export const rents = ({ paper }: Tenancy) =>
  paper.charges.filter(
    ({ kind, isVoided, id, period }) => kind === "rent" && !isVoided && id !== null && period !== null && paper.rentOf(period) !== null,
  );

/** An amount to pay: the rent, a cent less, a part, or more. */
export function amountFor(world: LeaseWorld, tenancy: Tenancy): number {
  const open = openCharges(tenancy).reduce((total, charge) => total + tenancy.paper.openOf(charge), 0);
  const rent = openCharges(tenancy).find(({ kind }) => kind === "rent");
  const due = rent ? tenancy.paper.openOf(rent) : open;
  const one = world.pick([due, due, due - 1, due - 90, Math.floor(due / 2), open, due + 2_000]) ?? due;
  return Math.max(one, 100);
}

/** Calls a procedure by name with an input that older versions of the product may not accept. Histories also run on versions before a fix. */
export async function callByName(calls: object, name: string, input: object): Promise<void> {
  const procedure: unknown = Reflect.get(calls, name);
  if (typeof procedure !== "function") throw new Error(`There is no ${name}`);
  const answer: unknown = Reflect.apply(procedure, undefined, [input]);
  await answer;
}
