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

/** Sends traces of requests and their outgoing calls to a collector. */
export interface Tracing {
  /** Traces the requests of an app; call it before adding routes. */
  watch(app: FastifyInstance): Promise<void>;
  /** Returns the trace ids for a log line; empty outside of a request. */
  ids(): { trace_id?: string; span_id?: string };
  /** Sends the remaining traces. */
  stop(): Promise<void>;
}

/** Addresses contain inputs, checkout references and providers' keys. The route and the host are enough. */
const addressAttributes = ["url.full", "url.path", "url.query", "http.url", "http.target"];
const withoutAddresses: SpanProcessor = {
  onStart: (span) => {
    for (const name of addressAttributes) if (name in span.attributes) span.setAttribute(name, "[left out]");
  },
  onEnd: () => {},
  forceFlush: async () => {},
  shutdown: async () => {},
};

const asksFor = z.looseObject({ path: z.string() });

/** Names a request by its route; for the product's own interface, by the existing procedures that it calls. */
function nameOf({ method, routeOptions, params }: FastifyRequest): string {
  const { path = "" } = asksFor.safeParse(params).data ?? {};
  const calls = path.split(",").filter((call) => Object.hasOwn(appRouter._def.procedures, call));
  const route = routeOptions.url ?? "";
  return `${method} ${calls.length === 0 ? route : route.replace(":path", calls.join())}`.trimEnd();
}

/**
 * Starts sending traces to an OTLP collector, for example `http://127.0.0.1:4318`. Import this module only where a collector is configured,
 * since loading takes a while.
 */
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
