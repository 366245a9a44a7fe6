import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { TypedAddress } from '#shared/accounts/split-addresses.ts'
import { mailAddress } from '#shared/users/contract.ts'
import { CallError, saysNothing } from '#web/lib/call-error.ts'
import { invite, type Invited, invitationsQuery } from './use-invitations.ts'

/** What became of one of several addresses. */
export interface InviteAnswer {
  readonly person: TypedAddress
  /** `untried`: an earlier failure is about all of them. */
  readonly state: 'waiting' | 'invited' | 'no-address' | 'failed' | 'untried'
  readonly invited?: Invited
  readonly failure?: unknown
}

export const isInvited = ({ state }: InviteAnswer): boolean => state === 'invited'

/** Invites several people, one after the other, each with an answer. Whoever leaves the page ends it before the next one. */
export function useInviteMany(sendsMail: boolean) {
  const client = useQueryClient()
  const [answers, setAnswers] = useState<readonly InviteAnswer[]>([])
  const [isSending, setIsSending] = useState(false)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => void (isGone.current = true)
  }, [])

  async function inviteOne(person: TypedAddress, role: string[]): Promise<InviteAnswer> {
    if (!mailAddress.safeParse(person.address).success) return { person, state: 'no-address' }
    try {
      return { person, state: 'invited', invited: await invite({ email: person.address, role }, sendsMail) }
    } catch (failure) {
      return { person, state: 'failed', failure }
    }
  }

  /** Returns an answer for each; undefined once somebody has left the page. */
  async function send(people: readonly TypedAddress[], role: string[]): Promise<readonly InviteAnswer[] | undefined> {
    let all: readonly InviteAnswer[] = people.map((person) => ({ person, state: 'waiting' }))
    setAnswers(all)
    setIsSending(true)
    for (const [place, person] of people.entries()) {
      if (isGone.current) break
      const answer = await inviteOne(person, role)
      all = all.with(place, answer)
      if (isAboutAll(answer.failure))
        all = all.map((one) => (one.state === 'waiting' ? { ...one, state: 'untried' } : one))
      setAnswers(all)
      if (isAboutAll(answer.failure)) break
    }
    setIsSending(false)
    void client.invalidateQueries({ queryKey: invitationsQuery.queryKey })
    return isGone.current ? undefined : all
  }
  return { answers, isSending, send, clear: () => setAnswers([]) }
}

/** Returns whether the next address would fail as well: no server, no session, or a role that can't be given. */
function isAboutAll(failure: unknown): boolean {
  if (failure === undefined) return false
  if (!(failure instanceof CallError)) return true
  return failure.code === 'not-signed-in' || failure.field === 'role' || saysNothing(failure)
}
