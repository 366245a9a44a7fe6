let opened: BroadcastChannel | undefined

/** Returns this page's one channel: a second one would hear what this page says itself. */
function channel(): BroadcastChannel {
  opened ??= new BroadcastChannel('mothlight-session')
  return opened
}

/** Tells the other tabs of this browser that somebody has logged in or out. */
export function tellOtherTabs(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
  channel().postMessage('changed')
}

/** Calls `listener` when somebody has logged in or out in another tab; the returned function ends that. */
export function onOtherTabs(listener: () => void): () => void {
  const heard = channel()
  heard.addEventListener('message', listener)
  return () => heard.removeEventListener('message', listener)
}
