/** Source and licence travel with each item. */
export function Credit(props: {
  exercise: {
    sourceDataset: string | null
    sourceLicence: string | null
    editedAt: string | null
  }
  photos: readonly { source: string; licence: string }[]
}) {
  const { exercise, photos } = props
  const origins = new Set(
    photos.map(({ source, licence }) => [source, licence].filter(Boolean).join(', ')),
  )
  if (!exercise.sourceDataset && photos.length === 0) return null
  return (
    <section className="stack" aria-labelledby="credit">
      <h2 id="credit">Source</h2>
      {exercise.sourceDataset && (
        <p className="soft">
          Words: {[exercise.sourceDataset, exercise.sourceLicence].filter(Boolean).join(', ')}
          {exercise.editedAt && ', changed by the studio'}.
        </p>
      )}
      {photos.length > 0 && (
        <p className="soft">Photos: {[...origins].map((o) => o || 'the studio').join('; ')}.</p>
      )}
    </section>
  )
}
