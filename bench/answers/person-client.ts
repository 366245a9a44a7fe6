/** A signed-in client of a running product. */
export class PersonClient {
  readonly #origin: string
  readonly #cookie: string

  private constructor(origin: string, cookie: string) {
    this.#origin = origin
    this.#cookie = cookie
  }

  /** Logs in. @throws Error when the login is refused */
  static async login(origin: string, email: string, password: string): Promise<PersonClient> {
    const response = await fetch(`${origin}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    const cookie = response.headers.get('set-cookie')?.split(';')[0]
    if (response.status !== 200 || !cookie) throw new Error(`The login of ${email} answers ${response.status}.`)
    return new PersonClient(origin, cookie)
  }

  /** Sends a JSON body, or a text as the bytes of a file. */
  async call(method: string, path: string, body?: object | string): Promise<{ status: number; body: unknown }> {
    const type = typeof body === 'string' ? 'application/octet-stream' : 'application/json'
    const response = await fetch(this.#origin + path, {
      method,
      headers: { cookie: this.#cookie, ...(body !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }

  /** Sends a request that must succeed. @throws Error for a refusal */
  async must<T>(method: string, path: string, body?: object | string): Promise<T> {
    const answer = await this.call(method, path, body)
    if (answer.status === 200) return answer.body as T
    throw new Error(`${method} ${path} answers ${answer.status}: ${JSON.stringify(answer.body)}`)
  }
}
