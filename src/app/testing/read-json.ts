/** A response's JSON as the test expects it; the assertions that follow find out if it is not. */
export async function readJson<Shape>(response: Response | Promise<Response>): Promise<Shape> {
  return (await (await response).json()) as Shape;
}
