import { IconBell, IconBellFilled, IconCheck, IconHandStop, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Bug } from '#shared/bugs/contract.ts'
import { useActions } from '#web/lib/keys/actions.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { affectedWords, followerWords } from './affected-words.ts'
import { LevelButton } from './level-button.tsx'
import { useInterest } from './use-interest.ts'
import './bug-interest.css'

/**
 * Shows how many people a bug affects, and whether the reader is affected or follows it.
 * @param props.isComplete false while only a list's facts about the bug are loaded
 * @param props.children what else the reader may do with the bug for themselves
 */
export function BugInterest({ bug, isComplete, children }: { bug: Bug; isComplete: boolean; children?: ReactNode }) {
  const { toggleFollowing, toggleJoined, isPending } = useInterest(bug)
  const { isFollowing, isJoined, followerCount, affectedCount, abilities } = bug
  const isOff = !isComplete || isPending
  useActions([
    {
      id: 'bug.follow',
      label: isFollowing ? 'Stop following this bug' : 'Follow this bug',
      group: 'This bug',
      keys: 'Shift+F',
      run: () => void (isOff || toggleFollowing()),
    },
    {
      id: 'bug.join',
      label: isJoined ? 'This does not affect me any more' : 'This affects me too',
      group: 'This bug',
      isEnabled: abilities.join,
      run: () => void (isOff || toggleJoined()),
    },
  ])
  return (
    <div className="bug-interest" data-unknown={!isComplete || undefined} role="group" aria-label="You and this bug">
      <span className="bug-affected">
        <IconUsers size={16} aria-hidden />
        <span>{affectedWords(affectedCount)}</span>
      </span>
      {abilities.join && (
        <Button
          className="not-printed"
          size="xs"
          variant={isJoined ? 'light' : 'default'}
          icon={isJoined ? <IconCheck size={14} aria-hidden /> : <IconHandStop size={14} aria-hidden />}
          title={isJoined ? 'Takes back that this bug affects you' : 'Counts you among those whom this bug affects'}
          aria-disabled={isOff || undefined}
          onClick={() => isOff || toggleJoined()}
        >
          {isJoined ? (
            <>
              Affects you<span className="visually-hidden">, take that back</span>
            </>
          ) : (
            'This affects me too'
          )}
        </Button>
      )}
      <span className="bug-following">
        <Button
          className="not-printed"
          size="xs"
          variant={isFollowing ? 'light' : 'default'}
          icon={isFollowing ? <IconBellFilled size={14} aria-hidden /> : <IconBell size={14} aria-hidden />}
          title={isFollowing ? 'Stops notifications about this bug' : 'Shows you notifications about this bug'}
          aria-disabled={isOff || undefined}
          onClick={() => isOff || toggleFollowing()}
        >
          {isFollowing ? (
            <>
              Following<span className="visually-hidden">, stop</span>
            </>
          ) : (
            'Follow'
          )}
          {followerCount > 0 && (
            <span className="bug-followers tabular" title={followerWords(followerCount)}>
              <span aria-hidden>{followerCount}</span>
              <span className="visually-hidden">. {followerWords(followerCount)}.</span>
            </span>
          )}
        </Button>
        {isComplete && <LevelButton bug={bug} />}
      </span>
      {children}
    </div>
  )
}
