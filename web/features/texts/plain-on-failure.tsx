import { Component, type ReactNode } from 'react'

/**
 * Shows something simpler where showing the text fails: the Markdown engine can't be loaded any more after an upgrade of
 * the server, or a text is nested deeper than it can follow.
 */
export class PlainOnFailure extends Component<{ plain: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.plain : this.props.children
  }
}
