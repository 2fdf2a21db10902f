import { Fragment } from 'react'
import type { OpenWords } from '#app/domain/conversations/inbox-words.ts'
import { Icon } from '#app/ui/icon/icon.tsx'
import { ScrollRegion } from '#app/ui/layout/scroll-region.tsx'

type Message = OpenWords['messages'][number]

const looks = { in: 'them', out: 'us', note: 'note', system: 'event' } as const

/** What was written, oldest first, with its days; the newest is in view. */
export function Talk({ messages, who }: { messages: readonly Message[]; who: string }) {
  return (
    <ScrollRegion className="scroll" label={`Conversation with ${who}`}>
      <ol className="talk">
        {messages.map((message, i) => (
          <Fragment key={message.id}>
            {messages[i - 1]?.day !== message.day && <li className="day">{message.day}</li>}
            <li className={looks[message.way]}>
              <Said message={message} />
            </li>
          </Fragment>
        ))}
        {messages.length === 0 && <li className="day">Nothing written yet</li>}
      </ol>
    </ScrollRegion>
  )
}

function Said({ message }: { message: Message }) {
  const { way, text, quoted, about, aboutPath, foot, failed } = message
  if (way === 'system') return `${foot} ${text}`
  return (
    <>
      {about && (
        <small className="about">About {aboutPath ? <a href={aboutPath}>{about}</a> : about}</small>
      )}
      <p>
        {way === 'note' && <Icon name="lock" />} {text || 'These words were removed.'}
      </p>
      {quoted && (
        <details>
          <summary>Quoted text</summary>
          <p>{quoted}</p>
        </details>
      )}
      <footer>{foot}</footer>
      {failed && <footer className="failed">{failed}</footer>}
    </>
  )
}
