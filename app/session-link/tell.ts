/** Says what is wrong with the link, on the page it led to, above the ways on that stand there. */
export function tell(text: string): void {
  const place = document.getElementById('session-link')
  const sentence = place?.firstElementChild
  if (!place || !sentence) return
  sentence.textContent = text
  place.hidden = false
}
