/**
 * Two short low tones: someone is stopped, and the desk looks up. Silent where the browser does
 * not let a page sound.
 */
export function blockedSound(): void {
  try {
    const sound = new AudioContext()
    for (const [at, pitch] of [
      [0, 330],
      [0.18, 247],
    ] as const) {
      const [tone, gain] = [sound.createOscillator(), sound.createGain()]
      tone.frequency.value = pitch
      gain.gain.value = 0.15
      tone.connect(gain).connect(sound.destination)
      tone.start(sound.currentTime + at)
      tone.stop(sound.currentTime + at + 0.14)
    }
    setTimeout(() => void sound.close(), 1_000)
  } catch {
    // A browser without sound has the words on the page.
  }
}
