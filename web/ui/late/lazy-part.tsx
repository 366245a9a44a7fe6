import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'

/**
 * Creates a part of a page whose code loads when it is first shown. `plain` replaces it when the code can't be loaded
 * (no network, or the server was upgraded) or when rendering fails, and, without a `coming`, while the code loads; the
 * page around it stays. Showing it again tries to load the code again.
 * @param load a dynamic import
 * @param atHand the part itself if its code is loaded already: it is then shown at once
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  atHand: () => ComponentType<Props> | undefined = () => undefined,
) {
  // React keeps a failed load forever, so a new one is created.
  const anew = () => lazy(async () => ({ default: await load() }))
  // Created later, because this module may run before React's own, if both are in chunks that need each other.
  let latest: ComponentType<Props> | undefined
  return function LazyPart({ plain, coming = plain, part }: { plain: ReactNode; coming?: ReactNode; part: Props }) {
    const [Part] = useState(() => atHand() ?? (latest ??= anew()))
    const giveUp = () => {
      if (latest === Part) latest = undefined
    }
    return (
      <PlainOnFailure plain={plain} onFailure={giveUp}>
        <Suspense fallback={coming}>
          <Part {...part} />
        </Suspense>
      </PlainOnFailure>
    )
  }
}

interface PlainOnFailureProps {
  readonly plain: ReactNode
  readonly onFailure: () => void
  readonly children: ReactNode
}

class PlainOnFailure extends Component<PlainOnFailureProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch() {
    this.props.onFailure()
  }

  override render() {
    return this.state.hasFailed ? this.props.plain : this.props.children
  }
}
