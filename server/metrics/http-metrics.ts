import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'
import { countLimitRefusals } from './limit-refusals.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const ownPaths = new Set(['/healthz', '/readyz', '/metrics'])

/** Counts and times the answers by the pattern of their route, never by address, because addresses are unlimited. */
export function measureHttp(http: FastifyInstance, registry: Registry): void {
  const requests = new Counter({
    name: 'mothlight_http_requests_total',
    help: 'HTTP requests answered, by route pattern, method and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'mothlight_http_request_duration_seconds',
    help: 'Time from the request’s headers to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const refused = countLimitRefusals(registry)
  http.addHook('onResponse', (request, reply, done) => {
    const method = methods.has(request.method) ? request.method : 'other'
    const route = routeOf(request)
    requests.inc({ method, route, status: reply.statusCode })
    durations.observe({ method, route }, reply.elapsedTime / 1000)
    if (reply.statusCode === 429) refused.inc({ via: 'http' })
    done()
  })
}

/** Returns the declared path of a call; the files and the pages of the web client are one pattern each. */
function routeOf({ is404, routeOptions: { config, url = '' } }: FastifyRequest): string {
  if (is404) return 'unknown'
  if (config.endpoint) return config.endpoint.path
  if (ownPaths.has(url)) return url
  return url.startsWith('/assets/') ? '/assets/*' : '/*'
}
