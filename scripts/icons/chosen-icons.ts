/**
 * The icons a studio can choose from: those of the Solar set (480 Design, CC BY 4.0) that name
 * something of a studio's days. Their names here are the set's, without `-linear`; the value that
 * is stored is `i-linear-{name}`.
 */

const names = (text: string) => text.trim().split(/\s+/)

/**
 * Shown before anyone has searched, in this order: what studios teach, then what they speak of.
 */
export const popularIcons = names(`
  meditation stretching body-shape dumbbell-large dumbbells running bicycling swimming treadmill hiking
  music-notes heart-pulse flame wind leaf moon-stars sunrise stopwatch medal-star users-group-rounded
`)

/** All of them, by name; the popular ones are among them. */
export const chosenIcons = names(`
  accessibility add-circle adhesive-plaster adhesive-plaster-2 airbuds alarm alarm-add alarm-pause alarm-play
  alarm-sleep album align-horizontal-center align-vertical-center archive armchair armchair-2 arrow-down
  arrow-left arrow-left-down arrow-left-up arrow-right arrow-right-down arrow-right-up arrow-up asteroid atom
  backpack bacteria bag bag-2 bag-3 bag-4 bag-5 bag-check bag-heart bag-music bag-music-2 bag-smile balloon balls
  banknote banknote-2 bar-chair basketball bath battery-charge battery-full battery-half battery-low bed
  bedside-table bell bell-off bell-ring bicycling bicycling-round bill bill-list binoculars black-hole blocks
  bluetooth body body-shape body-shape-minimalistic bolt bolt-circle bone bone-crack bone-fracture bones bonfire
  book book-2 book-bookmark book-minimalistic bookmark bookmark-check bookmark-circle bookmark-opened
  bookmark-square boombox bot bottle bowling box box-minimalistic brain broom bug buildings buildings-2
  buildings-3 bus calculator calendar calendar-add calendar-date calendar-mark calendar-minimalistic
  calendar-search call-medicine camera camera-add car card card-2 cardholder cart cart-large cart-plus case
  case-round cassette cat chair chair-2 chandelier chart chart-2 chart-square chat-round chat-round-check
  chat-round-like chat-round-line chat-round-money chat-round-unread chat-square chat-square-question-mark
  check-circle check-read check-square checklist checklist-minimalistic chef-hat chef-hat-heart
  chef-hat-minimalistic city clapperboard clipboard clipboard-add clipboard-check clipboard-heart clipboard-list
  clipboard-text clock-circle clock-square close-circle cloud cloud-bolt cloud-check cloud-download cloud-rain
  cloud-snowfall cloud-snowfall-minimalistic cloud-storm cloud-sun cloud-sun-2 cloud-upload cloud-waterdrop
  cloud-waterdrops clouds cloudy-moon colour-tuning compass compass-big compass-square confetti
  confetti-minimalistic confounded-circle confounded-square cosmetic crown crown-line crown-minimalistic
  crown-star cup cup-first cup-hot cup-music cup-paper cup-star danger-circle danger-triangle delivery
  diagram-down diagram-up dialog dialog-2 diploma diploma-verified dislike display dna document document-text
  documents dollar dollar-minimalistic donut donut-bitten dropper dumbbell dumbbell-large
  dumbbell-large-minimalistic dumbbell-small dumbbells dumbbells-2 earth emoji-funny-circle emoji-funny-square
  euro exclamation-mark exit expressionless-circle expressionless-square eye eye-closed eye-scan face-scan-circle
  facemask-circle ferris-wheel file file-check file-text filter fire fire-minimalistic flag flag-2 flame
  flashlight flashlight-on flip-horizontal flip-vertical floor-lamp fog folder folder-favorite-star folder-open
  football forward gallery gallery-add gallery-favourite gallery-wide gamepad gamepad-minimalistic garage
  gas-station ghost ghost-smile gift glasses global globe golf gps graph graph-down graph-up hamburger-menu
  hand-heart hand-money hand-pills hand-shake hand-stars hanger hanger-2 hashtag headphones-round
  headphones-round-sound headphones-square health heart heart-angle heart-crack heart-lock heart-pulse
  heart-pulse-2 heart-shine heart-unlock hearts help hiking hiking-minimalistic hiking-round history home home-2
  home-angle home-smile hospital hourglass hourglass-line house inbox infinite info-circle jar-of-pills
  jar-of-pills-2 key key-square keyboard kick-scooter ladle lamp laptop layers leaf letter letter-opened library
  lightbulb lightbulb-bolt lightbulb-minimalistic lightning like link link-circle list list-check list-heart lock
  lock-keyhole login logout magic-stick magic-stick-2 magic-wand magic-wand-2 magnet magnet-wave magnifier
  magnifier-zoom-in magnifier-zoom-out mailbox map map-arrow-down map-arrow-left map-arrow-right map-arrow-up
  map-point map-point-add map-point-favourite map-point-remove map-point-rotate map-point-search map-point-wave
  mask-happy mask-sad masks medal-ribbon medal-ribbon-star medal-ribbons-star medal-star medal-star-circle
  medal-star-square medical-kit meditation meditation-round men mention-circle menu-dots microphone microphone-2
  microphone-3 microphone-large minus-circle mirror mirror-left mirror-right money-bag money-roll monitor moon
  moon-fog moon-sleep moon-stars move mug music-library music-note music-note-2 music-note-3 music-note-4
  music-note-slider music-notes notebook notebook-2 notebook-bookmark notebook-minimalistic notes
  notes-minimalistic notification-unread oven-mitts paint-brush paint-roller palette palette-2 palette-round
  panorama paperclip passport passport-minimalistic pause pause-circle paw pen pen-2 people-nearby perfume phone
  phone-calling phone-rounded pie-chart pie-chart-2 pill pills pills-2 pills-3 pin pin-circle pin-list plane
  plane-2 plane-3 planet plate play play-circle playback-speed playlist plug-circle plus-minus podcast
  point-on-map point-on-map-perspective power presentation-graph printer pulse pulse-2 qr-code question-circle
  quote-circle radar radar-2 radio radio-minimalistic ranking record-circle reel refresh repeat reply restart
  rewind-back rewind-forward rocket rocket-2 rolling-pin round-arrow-down round-arrow-left round-arrow-right
  round-arrow-up route routing routing-2 routing-3 rugby ruler ruler-angular ruler-cross-pen ruler-pen running
  running-2 running-round sad-circle sad-square safe-2 safe-square sale sale-square satellite scale scissors
  scooter send-square settings share shield shield-check shield-plus shield-star shield-up shield-user
  shield-warning shop shop-2 shuffle signpost signpost-2 siren skateboard skateboarding skateboarding-round
  skip-next skip-previous skirt sleeping sleeping-circle sleeping-square slider-horizontal slider-vertical
  smart-home smartphone smile-circle snowflake socket sofa sofa-2 sort-horizontal soundwave soundwave-circle
  soundwave-square speaker speaker-minimalistic speedometer-low speedometer-max speedometer-middle
  square-academic-cap square-academic-cap-2 square-top-down star star-2 star-angle star-circle star-fall
  star-fall-2 star-off star-rainbow star-ring star-rings star-shine stars stars-2 stars-line stars-minimalistic
  stethoscope sticker-smile-circle stop stop-circle stopwatch stopwatch-pause stopwatch-play streets
  streets-map-point streets-navigation stretching stretching-round suitcase suitcase-lines suitcase-tag sun sun-2
  sun-fog sunrise sunset swimming t-shirt tablet tag tag-price target tea-cup telescope temperature tennis
  tennis-2 test-tube thermometer ticket ticket-sale ticket-star toolbox tornado traffic-economy tram
  transfer-horizontal transfer-vertical translation trash-bin-2 treadmill treadmill-round tuning turntable tv ufo
  umbrella undo-left undo-right user user-block user-check user-check-rounded user-circle user-cross user-hand-up
  user-hands user-heart user-heart-rounded user-id user-minus user-minus-rounded user-plus user-plus-rounded
  user-rounded user-speak user-speak-rounded users-group-rounded users-group-two-rounded verified-check
  video-frame video-library videocamera vinyl virus volleyball volleyball-2 volume volume-cross volume-loud
  volume-small walking walking-round wallet wallet-2 wallet-money wallpaper watch-round watch-square water
  water-sun waterdrop waterdrops wheel whisk wi-fi widget wind wineglass women
`)
