import type { Config } from '#server/config/config.ts'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/** Has every answer carry what tells browsers to be strict. A route may set one of these headers otherwise. */
export function setSecurityHeaders(http: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  http.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers)
    done()
  })
}

/** Makes the headers that tell browsers to be strict. They are the same for every answer. */
export function securityHeaders(config: Config): Readonly<Record<string, string>> {
  const { isHttps } = config
  const options: HelmetOptions = {
    contentSecurityPolicy: { directives: contentSecurityPolicy(isHttps) },
    // The product may be reached by plain http in a local network; an https proxy adds this header itself.
    strictTransportSecurity: isHttps,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  }
  const [request, answer] = unsent()
  helmet(options)(request, answer, (error) => {
    if (error) throw error
  })
  const made = Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)])
  return { ...Object.fromEntries(made), 'permissions-policy': permissionsPolicy }
}

/** What no page of the product needs, and no script that got into one shall have. */
const permissionsPolicy = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** A request that nobody made, and an answer that goes nowhere. */
function unsent(): [IncomingMessage, ServerResponse] {
  const request = new IncomingMessage(new Socket())
  return [request, new ServerResponse(request)]
}

/** Everything comes from this server; the page adds a nonce for the styles that it makes itself. */
function contentSecurityPolicy(isHttps: boolean): Record<string, string[] | null> {
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    manifestSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
    objectSrc: ["'none'"],
    upgradeInsecureRequests: isHttps ? [] : null,
  }
}
