import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'

/**
 * A part of a page whose code comes when it is first shown. `plain` stands in its place where the code can't be had (no
 * network, or an upgrade of the server has taken it away) and where showing it fails, and, unless there is a `coming`,
 * while the code is on its way; the page around it stays. What is shown next asks for the code again.
 * @param load a dynamic import
 * @param atHand the part itself where its code has come already: it is then shown at once
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  atHand: () => ComponentType<Props> | undefined = () => undefined,
) {
  // What could not be had stays so for good.
  const anew = () => lazy(async () => ({ default: await load() }))
  // Not made yet: this module may run before React's own does, where both lie in chunks that need each other.
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
