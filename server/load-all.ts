/** Loads every program that a start may need, and starts nothing. */
export async function loadAll(): Promise<void> {
  await Promise.all([
    import('./main.ts'),
    import('./app.ts'),
    import('#server/features/demo/public.ts'),
    import('#server/features/setup/public.ts'),
    import('#server/metrics/open-metrics.ts'),
    import('#server/realtime/nodes/redis-link.ts'),
  ])
}
