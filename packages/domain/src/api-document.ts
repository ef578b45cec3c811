/** The subset of OpenAPI 3.1 that Hearth's API description uses. */
export interface ApiDocument {
  openapi: string;
  info: { title: string; version: string; summary: string; description: string; license: { name: string; identifier: string } };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Partial<Record<ApiVerb, ApiOperation>>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<TokenKind, SecurityScheme> };
  /** Every code of the error catalogue with its HTTP status and default message. */
  "x-errors": ApiError[];
}

const verbs = { GET: "get", POST: "post", PUT: "put", PATCH: "patch", DELETE: "delete" } as const;
export type ApiVerb = (typeof verbs)[keyof typeof verbs];

/** The HTTP method in lower case, as OpenAPI writes it. */
export function verbOf(method: keyof typeof verbs): ApiVerb {
  return verbs[method];
}
/** The token that a call needs: of any account, or of an admin sign-in. */
export type TokenKind = "authToken" | "adminToken";

export interface SecurityScheme {
  type: "http";
  scheme: "bearer";
  description: string;
}

export interface ApiError {
  code: string;
  status: number;
  message: string;
}

export interface ApiOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Partial<Record<TokenKind, string[]>>[];
  parameters: ApiParameter[];
  requestBody?: { required: boolean; content: Record<string, ApiMedia> };
  responses: Record<string, ApiResponse>;
}

export interface ApiParameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
}

export interface ApiMedia {
  schema: JsonSchema;
  example?: unknown;
  /** Examples of errors, by error code. */
  examples?: Record<string, { value: unknown }>;
}

export interface ApiResponse {
  description: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  content?: Record<string, ApiMedia>;
}

/** The subset of JSON Schema (draft 2020-12) that the API description uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean;
  items?: JsonSchema;
  maxItems?: number;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  contentMediaType?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}
