import { FastifyOtelInstrumentation } from "@fastify/otel";
import { trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { UndiciInstrumentation } from "@opentelemetry/instrumentation-undici";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider, type SpanProcessor } from "@opentelemetry/sdk-trace-node";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { interfaceOf } from "./plugins/request-log.ts";
import { appRouter } from "./trpc/root.ts";

/** Tells a collector what each request took, and what it asked of others. */
export interface Tracing {
  /** Traces the requests of an app; before its routes are there. */
  watch(app: FastifyInstance): Promise<void>;
  /** What a log line that is written now belongs to; empty outside of a request. */
  ids(): { trace_id?: string; span_id?: string };
  /** Sends what is left. */
  stop(): Promise<void>;
}

/** Addresses hold inputs, references of checkouts, and the keys of providers. The route and the host are told, and say enough. */
const untold = ["url.full", "url.path", "url.query", "http.url", "http.target"];
const withoutAddresses: SpanProcessor = {
  onStart: (span) => {
    for (const name of untold) if (name in span.attributes) span.setAttribute(name, "[left out]");
  },
  onEnd: () => {},
  forceFlush: async () => {},
  shutdown: async () => {},
};

const asksFor = z.looseObject({ path: z.string() });

/** What is asked for: the route, and where it is the one of the product's own interface, those calls of it that there are. */
function nameOf({ method, routeOptions, params }: FastifyRequest): string {
  const { path = "" } = asksFor.safeParse(params).data ?? {};
  const calls = path.split(",").filter((call) => Object.hasOwn(appRouter._def.procedures, call));
  const route = routeOptions.url ?? "";
  return `${method} ${calls.length === 0 ? route : route.replace(":path", calls.join())}`.trimEnd();
}

/** Starts to send traces to an OTLP collector, for example `http://127.0.0.1:4318`. Loaded only where one is named, since it takes a while. */
export function startTracing(endpoint: string, role: string): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` });
  const resource = resourceFromAttributes({ "service.name": "hearth", "service.instance.id": `${role}-${process.pid}` });
  const provider = new NodeTracerProvider({ resource, spanProcessors: [withoutAddresses, new BatchSpanProcessor(exporter)] });
  provider.register();
  const outgoing = new UndiciInstrumentation({ requireParentforSpans: true });
  outgoing.setTracerProvider(provider);
  const incoming = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    requestHook: (span, request) => span.updateName(nameOf(request)),
    ignorePaths: ({ url }) => interfaceOf(url) === "probe",
  });
  incoming.setTracerProvider(provider);
  return {
    watch: async (app) => {
      await app.register(incoming.plugin());
    },
    ids: () => {
      const context = trace.getActiveSpan()?.spanContext();
      return context === undefined ? {} : { trace_id: context.traceId, span_id: context.spanId };
    },
    stop: () => provider.shutdown(),
  };
}
