/** A response in the provider's format that ends the request at once, mostly an error. */
export class ProviderAnswer extends Error {
  readonly statusCode: number;
  readonly body: unknown;

  constructor(statusCode: number, body: unknown) {
    super(`The provider answers ${statusCode}`);
    this.statusCode = statusCode;
    this.body = body;
  }
}
