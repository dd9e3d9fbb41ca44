import type { english } from './english-messages.ts'
import { germanShell } from './german-shell-messages.ts'

/** The German text of the member area. */
export const german: typeof english = {
  language: 'Deutsch',
  around: germanShell,
  chooseLanguage: 'Sprache',
  sessionEnded:
    'Ihre Sitzung ist abgelaufen. Zu Ihrer Sicherheit haben wir Sie abgemeldet. Bitte melden Sie sich wieder an.',
  loggedOut: 'Sie sind abgemeldet.',
  errorSummaryTitle: 'Bitte prüfen Sie diese Felder:',
  logout: 'Abmelden',
  logoutFailed:
    'Sie sind in diesem Browser abgemeldet, aber wir konnten das Portal nicht erreichen, um Ihre Sitzung zu beenden. Melden Sie sich bitte noch einmal an und ab, sobald Sie wieder online sind.',
  memberPage: 'Seite für Versicherte',
  pageFailed:
    'Wir konnten Ihre Seite nicht laden. Bitte prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  loadingPage: 'Ihre Seite wird geladen',
  tryAgain: 'Noch einmal versuchen',
  login: {
    title: 'Anmeldung für Versicherte',
    lead: 'Melden Sie sich an, um Ihre Leistungen und Ihre Versicherungskarte zu sehen.',
    username: 'Benutzername',
    password: 'Passwort',
    showTyped: 'Passwort anzeigen',
    capsLock: 'Die Feststelltaste ist aktiv.',
    noUsername: 'Geben Sie Ihren Benutzernamen ein.',
    noPassword: 'Geben Sie Ihr Passwort ein.',
    submit: 'Anmelden',
    patience: 'Sie werden angemeldet … Das kann bis zu 30 Sekunden dauern.',
    bothRequired: 'Benutzername und Passwort sind beide erforderlich.',
    wrong: 'Benutzername oder Passwort stimmt nicht. Bitte versuchen Sie es noch einmal.',
    failed: 'Bei der Anmeldung ist ein Fehler aufgetreten.',
    failedAdvice:
      'Wir konnten Sie nicht anmelden. Bitte prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal. Falls es wieder nicht gelingt, hilft Ihnen der Kundendienst.',
    tooManyLogins:
      'Zu viele Anmeldeversuche. Bitte warten Sie einen Moment und versuchen Sie es dann noch einmal.',
    tooMany: (seconds) =>
      `Zu viele Anmeldeversuche. Bitte versuchen Sie es in ${formatDuration(seconds)} noch einmal.`,
    helpTitle: 'Probleme bei der Anmeldung?',
    help: 'Rufen Sie uns rund um die Uhr an oder schreiben Sie uns:',
  },
  assistance: {
    title: 'Krank oder verletzt? Rufen Sie uns zuerst an',
    lead: 'Wir finden einen Arzt in Ihrer Nähe und regeln die Bezahlung, Tag und Nacht.',
    usaAndCanada: 'Aus den USA und Kanada',
    elsewhere: 'Aus allen anderen Ländern (R-Gespräch)',
    from: (country) => `Anruf aus: ${country}`,
  },
  care: {
    title: 'Ärzte in Ihrer Nähe finden',
    lead: 'Suchen Sie Ärzte, Krankenhäuser und Apotheken im Netzwerk Ihrer Versicherung. Die Suche ist auf Englisch.',
    where: 'Wo sind Sie?',
    whereHint:
      'Ort oder Postleitzahl. Ohne Angabe können Sie in der Suche mit „Use my location“ Ihren Standort verwenden.',
  },
  form: {
    title: 'Ihre Versicherungskarte',
    another: 'Karte einer anderen Person anzeigen',
    lead: 'Geben Sie alles genau so ein, wie es auf Ihrer Police steht. Sie können Ihre Karte hier anzeigen oder in einem neuen Fenster öffnen, um sie zu speichern oder zu drucken.',
    languages: 'Sie erhalten Ihre Karte auf Englisch und Deutsch, je eine Seite.',
    labels: {
      policy: 'Versicherungsnummer',
      firstName: 'Vorname der versicherten Person',
      lastName: 'Nachname der versicherten Person',
      dateOfBirth: 'Geburtsdatum der versicherten Person',
    },
    missing: {
      policy: 'Geben Sie die Versicherungsnummer ein.',
      firstName: 'Geben Sie den Vornamen der versicherten Person ein.',
      lastName: 'Geben Sie den Nachnamen der versicherten Person ein.',
      dateOfBirth: 'Geben Sie das Geburtsdatum der versicherten Person als TT.MM.JJJJ ein.',
    },
    dateForm: 'TT.MM.JJJJ',
    chooseDate: 'Datum wählen',
    show: 'Meine Karte anzeigen',
    display: 'Versicherungskarte als PDF öffnen',
    opens: 'Ihre Karte öffnet sich in einem neuen Fenster.',
    disclaimer: (product) =>
      `Diese Karte garantiert weder die Annahme noch die Abrechnung durch den Leistungserbringer. Sie bestätigt weder eine gültige Versicherung noch einen Leistungsanspruch. Bitte erfragen Sie den Anspruch bei ${product}.`,
  },
  cardErrors: {
    noCard: {
      title: 'Zu Ihren Angaben können wir keine Versicherungskarte anzeigen.',
      advice:
        'Bitte schließen Sie dieses Fenster und prüfen Sie die Versicherungsnummer, beide Namen und das Geburtsdatum. Alles muss so lauten wie auf Ihrer Police.',
      pageAdvice:
        'Bitte prüfen Sie die Versicherungsnummer, beide Namen und das Geburtsdatum. Alles muss so lauten wie auf Ihrer Police.',
    },
    tooManyCards: {
      title: 'Es gab zu viele Versuche, eine Versicherungskarte anzuzeigen.',
      advice: 'Bitte schließen Sie dieses Fenster und versuchen Sie es in 15 Minuten noch einmal.',
      pageAdvice: 'Bitte versuchen Sie es in 15 Minuten noch einmal.',
    },
  },
  service: { helps: 'Der Kundendienst hilft Ihnen rund um die Uhr:', back: 'Zurück zu Ihrer Seite' },
  shown: {
    title: 'Ihre Versicherungskarte',
    loading: 'Ihre Versicherungskarte wird geladen',
    failed:
      'Wir konnten Ihre Versicherungskarte nicht laden. Bitte prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    front: 'Vorderseite der Karte',
    back: 'Rückseite der Karte',
    showBack: 'Rückseite',
    showFront: 'Vorderseite',
    cardLanguage: 'Sprache der Karte',
    toProvider: 'In der Praxis vorzeigen',
    save: 'Als Bild speichern',
    share: 'Teilen',
    print: 'Drucken oder PDF',
    preparing: 'Das Bild wird vorbereitet',
    saved: 'Das Bild Ihrer Karte ist gespeichert.',
    shareAgain: 'Das Bild Ihrer Karte ist fertig. Wählen Sie noch einmal „Teilen“.',
    imageFailed:
      'Wir konnten das Bild Ihrer Karte nicht speichern oder teilen. Bitte prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal, oder wählen Sie „Drucken oder PDF“.',
  },
  provider: {
    close: 'Schließen',
    brightness: 'Erhöhen Sie die Bildschirmhelligkeit',
    reception: 'Für Ärzte und Krankenhäuser',
    verify: 'Rufen Sie uns rund um die Uhr an, um die Deckung zu prüfen oder die Zahlung zu regeln.',
    scan: 'Oder scannen Sie diesen Code, um zu sehen, an wen Sie sich wenden können. Er enthält keine Patientendaten.',
    code: (address) => `QR-Code von ${address}`,
  },
  eligibility: {
    title: 'Versicherungsschutz prüfen',
    lead: (client) =>
      `Bitte wenden Sie sich vor der Behandlung oder Abrechnung an uns, um zu klären, ob eine Person bei ${client} versichert ist. Halten Sie dazu die Karte der versicherten Person bereit.`,
    call: 'Telefon, rund um die Uhr',
    email: 'E-Mail',
    loading: 'Die Kontaktdaten werden geladen',
    failed:
      'Wir konnten die Kontaktdaten nicht laden. Bitte prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  },
  face: {
    title: 'Versicherungskarte',
    name: 'Name',
    policy: 'Versicherungsnummer',
    group: 'Gruppe',
    effective: 'Gültig ab',
    born: 'Geburtsdatum',
    phones: 'Notrufzentrale, täglich rund um die Uhr',
    usaAndCanada: 'USA und Kanada, gebührenfrei',
    elsewhere: 'Übriges Ausland (R-Gespräch)',
    service: 'Kundendienst',
    providers: 'Für Ärzte und Krankenhäuser',
    address: 'Rechnungen an',
    disclaimer: (product) =>
      `Diese Karte garantiert weder die Annahme noch die Abrechnung durch den Leistungserbringer. Sie bestätigt weder eine gültige Versicherung noch einen Leistungsanspruch. Bitte erfragen Sie den Anspruch bei ${product}.`,
    day: (isoDate) => isoDate.split('-').reverse().join('.'),
  },
  sheet: {
    print:
      'Bitte diese Seite in Originalgröße (100 %) drucken, nicht „an Seite anpassen“. Entlang der äußeren Marken ausschneiden, dann an der gestrichelten Linie falten.',
    ruler: 'Diese Linie ist 50 mm lang, wenn die Seite in Originalgröße gedruckt wurde.',
    lost: (mark) =>
      `Wo ${mark} steht, kann dieses Dokument ein Zeichen nicht darstellen (aus einer anderen Schrift oder ein Symbol).`,
  },
}

const formatDuration = (seconds: number) =>
  seconds < 60
    ? formatCount(seconds, 'Sekunde', 'Sekunden')
    : formatCount(Math.ceil(seconds / 60), 'Minute', 'Minuten')

const formatCount = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
