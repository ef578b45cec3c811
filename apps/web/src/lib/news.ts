import { focusManager } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { session } from "./session.ts";
import { trpcClient } from "./trpc.ts";

/** A part of the account that a page follows: the unread notifications, the business, or a payment by its id. */
export type Subject = "unread" | "business" | `payment ${string}`;

type StreamOptions = Required<Parameters<typeof trpcClient.account.watch.subscribe>[1]>;

/** One event: the part that may have changed. Each part is sent once at the start of the stream. */
export type News = Parameters<StreamOptions["onData"]>[0]["data"];

interface Follower {
  subject: Subject;
  onNews: (news: News) => void;
}

/** The open stream of this page. */
interface Stream {
  subjects: ReadonlySet<Subject>;
  token: string | null;
  /** Last event of each subject, for a part of the page that follows it later. */
  latest: Map<Subject, News>;
  close: () => void;
}

const followers = new Set<Follower>();
const watchers = new Set<() => void>();
let stream: Stream | null = null;
let isLive = false;
let isSyncDue = false;

/** Opens, replaces or closes the stream at the end of this task, so that several parts of a page that change together cause one. */
function syncSoon(): void {
  if (isSyncDue) return;
  isSyncDue = true;
  queueMicrotask(() => {
    isSyncDue = false;
    sync();
  });
}

/** The page has one stream for everything that it follows while it is visible, and none while it is hidden. */
function sync(): void {
  const wanted = new Set(Array.from(followers, ({ subject }) => subject));
  const token = session.get().authToken;
  const isWanted = wanted.size > 0 && token !== null && focusManager.isFocused();
  if (stream && isWanted && stream.token === token && Array.from(wanted).every((subject) => stream?.subjects.has(subject))) return;
  stream?.close();
  stream = isWanted ? open(wanted, token) : null;
}

function open(subjects: Set<Subject>, token: string): Stream {
  const latest = new Map<Subject, News>();
  const payments = [...subjects].flatMap((subject) => (subject.startsWith("payment ") ? [subject.slice("payment ".length)] : []));
  const input = { payments, business: subjects.has("business") };
  const { unsubscribe } = trpcClient.account.watch.subscribe(input, {
    context: { token },
    onData: ({ data: news }) => {
      const subject = subjectOf(news);
      latest.set(subject, news);
      for (const follower of followers) if (follower.subject === subject) follower.onNews(news);
    },
    onConnectionStateChange: ({ state }) => setLive(state === "pending"),
    onError: () => setLive(false),
  });
  return {
    subjects,
    token,
    latest,
    close: () => {
      unsubscribe();
      setLive(false);
    },
  };
}

function subjectOf({ payment, business }: News): Subject {
  if (payment) return `payment ${payment._id}`;
  return business ? "business" : "unread";
}

focusManager.subscribe(syncSoon);
session.subscribe(syncSoon);

function setLive(now: boolean): void {
  if (now === isLive) return;
  isLive = now;
  for (const watcher of watchers) watcher();
}

function follow(follower: Follower): () => void {
  followers.add(follower);
  const known = stream?.latest.get(follower.subject);
  if (known) follower.onNews(known);
  syncSoon();
  return () => {
    followers.delete(follower);
    syncSoon();
  };
}

/** Calls a function with each event of a subject while the page is visible, and with its state when it becomes visible. */
export function useNews(subject: Subject | null, onNews: (news: News) => void): void {
  const hear = useEffectEvent(onNews);
  useEffect(() => (subject === null ? undefined : follow({ subject, onNews: (news) => hear(news) })), [subject]);
}

/** True while events arrive. Otherwise the page polls, or waits for its turn (`stream-slots.ts`). */
export function useIsLive(): boolean {
  return useSyncExternalStore(watchLive, () => isLive);
}

function watchLive(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
