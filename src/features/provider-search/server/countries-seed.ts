/** The probability that a provider in a country of this region belongs to each international network. */
export const caribbean = { core: 0.85, global: 0.6, lds: 0.3 }
export const elsewhere = { core: 0.5, global: 0.7, lds: 0.3 }

export type DemoCountry = {
  id: string
  /** Number of providers across all networks. */
  providers: number
  /** The prefix of the country's phone numbers: an area code in parentheses or a country code. */
  prefix: string
  memberships: Record<string, number>
}

/** For each country: its code, its number of providers, and the prefix of its phone numbers. */
const inTheCaribbean = `
  JM 1000 (876), BS 200 (242), BB 200 (246), TT 260 (868), KY 140 (345), TC 60 (649), VG 40 (284), AG 80 (268),
  LC 80 (758), GD 60 (473), VC 60 (784), DM 60 (767), KN 60 (869), AI 30 (264), MS 10 (664), SX 60 (721),
  BM 60 (441), DO 350 (809), AW 100 +297, CW 100 +599, BQ 20 +599, HT 150 +509, GP 70 +590, MQ 70 +596,
  CU 80 +53, BZ 100 +501, GY 110 +592, SR 100 +597`

const aroundTheWorld = `
  CA 700 (416), MX 500 +52, GT 60 +502, HN 50 +504, SV 50 +503, NI 40 +505, CR 120 +506, PA 100 +507, CO 150 +57,
  EC 60 +593, PE 90 +51, BR 250 +55, CL 90 +56, AR 120 +54, GB 650 +44, IE 120 +353, FR 300 +33, ES 250 +34,
  PT 120 +351, IT 250 +39, DE 300 +49, AT 90 +43, CH 100 +41, BE 100 +32, NL 120 +31, DK 70 +45, SE 80 +46,
  NO 70 +47, FI 50 +358, PL 80 +48, CZ 60 +420, GR 90 +30, TR 120 +90, IL 100 +972, AE 150 +971, SA 90 +966,
  EG 80 +20, MA 60 +212, NG 100 +234, GH 70 +233, KE 80 +254, ZA 150 +27, IN 250 +91, CN 150 +86, HK 80 +852,
  JP 120 +81, KR 90 +82, TH 150 +66, VN 80 +84, MY 90 +60, SG 80 +65, PH 120 +63, ID 90 +62, AU 200 +61,
  NZ 80 +64`

/** The countries of the international networks, except the United States. */
export const demoCountries: readonly DemoCountry[] = [
  ...listed(inTheCaribbean, caribbean),
  ...listed(aroundTheWorld, elsewhere),
]

/** The number of providers in the United States and the probability that one belongs to each network. */
export const unitedStates = {
  providers: 11_500,
  memberships: {
    publicDomestic: 0.85,
    secureDomestic: 0.6,
    secureDomesticPlus: 0.35,
    domesticLocal: 0.2,
    core: 0.03,
    global: 0.06,
    lds: 0.03,
  },
}

/** One telephone area code for each state and territory. */
export const areaCodes: Readonly<Record<string, string>> = Object.fromEntries(
  `AL 205 AK 907 AZ 602 AR 501 CA 213 CO 303 CT 203 DE 302 DC 202 FL 305 GA 404 HI 808 ID 208 IL 312 IN 317 IA 515
   KS 316 KY 502 LA 504 ME 207 MD 410 MA 617 MI 313 MN 612 MS 601 MO 314 MT 406 NE 402 NV 702 NH 603 NJ 201 NM 505
   NY 212 NC 704 ND 701 OH 216 OK 405 OR 503 PA 215 RI 401 SC 803 SD 605 TN 615 TX 214 UT 801 VT 802 VA 804 WA 206
   WV 304 WI 414 WY 307 PR 787 VI 340 GU 671 AS 684 MP 670`
    .match(/[A-Z]{2} \d{3}/g)
    ?.map((entry) => [entry.slice(0, 2), entry.slice(3)]) ?? [],
)

function listed(text: string, memberships: Record<string, number>): DemoCountry[] {
  return text.split(',').map((entry) => {
    const [id = '', providers, prefix = ''] = entry.trim().split(' ')
    return { id, providers: Number(providers), prefix, memberships }
  })
}
