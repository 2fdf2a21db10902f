import { isRouteErrorResponse } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { IconName } from '../icon/icon.tsx'
import { refusalIn } from './refusal-page.ts'
import { State } from './state.tsx'

type Words = { icon: IconName; title: string; text: string }

const words: Record<number, Words> = {
  400: {
    icon: 'warning',
    title: 'That didn’t go through',
    text: 'Something was wrong with the request. Go back and try again.',
  },
  403: {
    icon: 'lock',
    title: 'You don’t have access to this page',
    text: 'Your account can’t see this page. If you think it should, ask the studio.',
  },
  404: {
    icon: 'compass',
    title: 'This page doesn’t exist',
    text: 'Check the address, or the page may have been removed.',
  },
  405: {
    icon: 'warning',
    title: 'That didn’t go through',
    text: 'Something was wrong with the request. Go back and try again.',
  },
  410: {
    icon: 'clock',
    title: 'This is no longer here',
    text: 'It has been removed.',
  },
  413: {
    icon: 'warning',
    title: 'That was too large',
    text: 'Go back and send something smaller.',
  },
  422: {
    icon: 'warning',
    title: 'We could not use that',
    text: 'Something in the form is wrong. Go back and check it.',
  },
  429: { icon: 'clock', title: 'Too many tries', text: 'Wait a minute, then try again.' },
}

const refusal: Words = { icon: 'warning', title: 'Nothing was changed', text: '' }

const failure: Words = {
  icon: 'warning',
  title: 'Something went wrong on our side',
  text:
    'Nothing is lost. Try again in a minute. ' + 'If it keeps happening, tell us the number below.',
}

/** What happened, as a status: anything that was not thrown on purpose is a failure of ours. */
export function problemStatus(error: unknown): number {
  return isRouteErrorResponse(error) ? error.status : 500
}

/**
 * The sentence a guard or a page threw with its status; the router's own texts are for developers.
 */
function saidBy(error: unknown): string | null {
  if (!isRouteErrorResponse(error) || error.status >= 500 || typeof error.data !== 'string')
    return null
  return error.data && !error.data.startsWith('Error:') ? error.data : null
}

/** The title of the page that tells of `status`. */
export function problemTitle(status: number): string {
  return (words[status] ?? failure).title
}

/**
 * The page of an error: what happened, what to do, never a stack. `children` are the ways on, but
 * for a refusal, whose one way is back. A failure of ours names the request, so that it can be
 * found in the log.
 */
export function Problem(props: { error: unknown; requestId?: string; children?: ReactNode }) {
  const { error, requestId, children } = props
  const status = problemStatus(error)
  const refused = isRouteErrorResponse(error) ? refusalIn(error.data) : null
  const { icon, title, text } = refused && !refused.title ? refusal : (words[status] ?? failure)
  return (
    <State icon={icon} title={refused?.title ?? title} page>
      <p data-refusal={refused?.refusal}>{refused?.message ?? saidBy(error) ?? text}</p>
      {status >= 500 && requestId && (
        <p>
          Request <code>{requestId}</code>
        </p>
      )}
      {refused ? (
        <p className="pair">
          <a className="button primary" href={refused.back}>
            {refused.way ?? 'Go back'}
          </a>
        </p>
      ) : (
        children && <p className="pair">{children}</p>
      )}
    </State>
  )
}
