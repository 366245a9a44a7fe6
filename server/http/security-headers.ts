import type { Config } from '#server/config/config.ts'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/** Adds the security headers to every answer. A route may set one of them differently. */
export function setSecurityHeaders(http: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  http.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers)
    done()
  })
}

/** Returns the security headers. They are the same for every answer. */
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

/** Features that no page of the product needs, and that no injected script should have. */
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

/** Returns a request and an answer that are never sent. */
function unsent(): [IncomingMessage, ServerResponse] {
  const request = new IncomingMessage(new Socket())
  return [request, new ServerResponse(request)]
}

/** Allows content of this server only. No page has inline scripts or styles. */
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
