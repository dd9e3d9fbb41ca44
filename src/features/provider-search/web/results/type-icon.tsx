import {
  IconAmbulance,
  IconBed,
  IconBrain,
  IconBuildingHospital,
  IconDental,
  IconDroplet,
  IconEye,
  IconFirstAidKit,
  IconHomeHeart,
  IconMedicalCross,
  IconMicroscope,
  IconPill,
  IconRadioactive,
  IconStethoscope,
  IconStretching,
  IconWheelchair,
} from '@tabler/icons-react'
import classes from './result-list.module.css'

const icons = {
  ambulance: IconAmbulance,
  'behavioral health': IconBrain,
  clinic: IconMedicalCross,
  dentist: IconDental,
  dialysis: IconDroplet,
  doctor: IconStethoscope,
  equipment: IconWheelchair,
  eyes: IconEye,
  'home care': IconHomeHeart,
  hospital: IconBuildingHospital,
  imaging: IconRadioactive,
  laboratory: IconMicroscope,
  'nursing facility': IconBed,
  pharmacy: IconPill,
  therapy: IconStretching,
  'urgent care': IconFirstAidKit,
} as const

/** The codes of the NUCC taxonomy begin with their grouping; the first match counts. */
const kinds: [codes: RegExp, kind: keyof typeof icons][] = [
  [/^261QU02/, 'urgent care'],
  [/^261QE07/, 'dialysis'],
  [/^(261QR02|261QM12|335V|2085R02|2085N)/, 'imaging'],
  [/^(261QE00|207P|34)/, 'ambulance'],
  [/^(261QM08|261QR0405|32[34]|10[1-6]|2084P)/, 'behavioral health'],
  [/^(12[2-6]|261QD|204E)/, 'dentist'],
  [/^(15[26]|207W|261QS0132|332H)/, 'eyes'],
  [/^(111N|22[4-7]|23[15]|261QP20|261QR04)/, 'therapy'],
  [/^25[13]/, 'home care'],
  [/^2[78]/, 'hospital'],
  [/^(29[123]|331)/, 'laboratory'],
  [/^31/, 'nursing facility'],
  [/^(332|335)/, 'equipment'],
  [/^(333|183)/, 'pharmacy'],
  [/^(261|385)/, 'clinic'],
]

/** The kind of a provider type, for its icon. */
export const findTypeKind = (providerTypeId: string): keyof typeof icons =>
  kinds.find(([codes]) => codes.test(providerTypeId))?.[1] ?? 'doctor'

/** The icon of a provider type. It is decorative, because its surroundings name the type. */
export function TypeIcon({ providerTypeId, size = 16 }: { providerTypeId: string; size?: number }) {
  const Icon = icons[findTypeKind(providerTypeId)]
  return <Icon size={size} stroke={1.75} aria-hidden />
}

/** The icon of a provider type on a tinted tile. */
export const TypeTile = ({ providerTypeId }: { providerTypeId: string }) => (
  <span className={classes.typeIcon}>
    <TypeIcon providerTypeId={providerTypeId} size={22} />
  </span>
)
