/** An answer in the provider's own shape that ends the request at once; mostly one that is no success. */
export class ProviderAnswer extends Error {
  readonly statusCode: number;
  readonly body: unknown;

  constructor(statusCode: number, body: unknown) {
    super(`The provider answers ${statusCode}`);
    this.statusCode = statusCode;
    this.body = body;
  }
}
