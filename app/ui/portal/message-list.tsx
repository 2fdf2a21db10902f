/** What was written, oldest first: the reader's own at the right. Styles: `talk`. */
export type ShownMessage = {
  id: string
  mine: boolean
  text: string
  foot: string
  day: string
  about: string
  aboutPath: string | null
}

export function MessageList({ messages }: { messages: readonly ShownMessage[] }) {
  return (
    <ol className="talk">
      {messages.map(({ id, mine, text, foot, day, about, aboutPath }, i) => (
        <li key={id} className={mine ? 'us' : 'them'}>
          {messages[i - 1]?.day !== day && <small className="day">{day}</small>}
          {about && (
            <small className="about">
              About {aboutPath ? <a href={aboutPath}>{about}</a> : about}
            </small>
          )}
          <p>{text || 'These words were removed.'}</p>
          <small>{foot}</small>
        </li>
      ))}
    </ol>
  )
}
