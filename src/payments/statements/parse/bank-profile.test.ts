// Tests of bank profiles: the exports of known banks are read as these banks mean them, with their currency.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { type ReadingOptions, readStatementFile, refusalReasons } from '../../../../test/read-statements.ts';
import type { Invalid } from '../../../platform/errors.ts';

const own = { ch: 'CH9300762011623852957', fi: 'FI2112345600000785', nl: 'NL91ABNA0417164300', no: 'NO9386011117947' };
const payer = 'EE471000001020145685';

type Sample = {
  readonly file: string | Buffer;
  readonly profile: RegExp;
  readonly currency: string;
  /** Where the file names it. */
  readonly account?: string;
  readonly payer?: string;
  readonly payerIban?: string;
  readonly reference?: string;
  readonly beside?: Partial<ReadingOptions>;
};

/** Each says that 1,412.37 came in for Arve 7 on 1 October, and that 55.00 was paid out on the day after. */
const samples: Readonly<Record<string, Sample>> = {
  'PostFinance in German, whose cells are formulas for a spreadsheet': {
    file: `Datum von:;="01.10.2026"\nDatum bis:;="31.10.2026"\nKonto:;="${own.ch}"\nWährung:;="CHF"\n\nDatum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie\n\n02.10.2026;Belastung;"remont";;-55;;\n01.10.2026;Gutschrift;"Arve 7";1412.37;;;\n\nDisclaimer:\n"Dies ist kein Kontoauszug der Bank."\n`,
    profile: /^PostFinance:/,
    currency: 'CHF',
    account: own.ch,
  },
  'PostFinance in French, of an account in euros': {
    file: `Compte:;="${own.ch}"\nMonnaie:;="EUR"\n\nDate;Texte de notification;Crédit en EUR;Débit en EUR;Valeur;Solde en EUR\n\n01.10.2026;"Arve 7";1412.37;;01.10.2026;1412.37\n02.10.2026;"remont";;-55.00;02.10.2026;1357.37\n`,
    profile: /^PostFinance:/,
    currency: 'EUR',
    account: own.ch,
  },
  'PostFinance in Italian': {
    file: 'Data;Tipo di movimento;Testo di avviso;Accredito in CHF;Addebito in CHF;Tag;Categoria\n01.10.2026;Accredito;Arve 7;1412.37;;;\n02.10.2026;Addebito;remont;;-55.00;;\n',
    profile: /^PostFinance:/,
    currency: 'CHF',
  },
  'UBS, with three columns of description and a movement that is not booked yet': {
    file: `\ufeffKontonummer:;0000 00000000.00A;\nIBAN:;${own.ch};\nVon:;2026-10-01;\nBewertet in:;CHF;\n\nAbschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;\n2026-10-03;12:00:00;;2026-10-03;CHF;-9.90;;;;T3;Kiosk;Zahlung;;;\n;;2026-10-01;2026-10-01;CHF;;1412.37;;1412.37;T1;Mari Maasikas;Arve 7;;;\n;;2026-10-02;2026-10-02;CHF;-55.00;;;1357.37;T2;Kraan;remont;;;\n`,
    profile: /^UBS:/,
    currency: 'CHF',
    account: own.ch,
    payer: 'Mari Maasikas',
  },
  'UBS, with lines that are quoted as a whole': {
    file: `"Kontonummer:;0000 00000000.00A;"\n"IBAN:;${own.ch};"\n"Bewertet in:;CHF;"\n\n"Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten;"\n";;2026-10-01;2026-10-01;CHF;;1412.37;;1412.37;T1;""Mari Maasikas"";""Arve 7; aitäh"";;;"\n";;2026-10-02;2026-10-02;CHF;-55.00;;;1357.37;T2;Kraan;remont;;;";;\n`,
    profile: /^UBS:/,
    currency: 'CHF',
    account: own.ch,
    payer: 'Mari Maasikas',
  },
  'UBS as it was, in French and an older encoding, with rows that go on': {
    file: iconv.encode(
      `Date d'évaluation;Relation bancaire;IBAN;Monn.;Date de comptabilisation;Description 1;Description 2;Description 3;N° de transaction;Sous-montant;Débit;Crédit;Solde\n31.10.2026;1;${own.ch};CHF;01.10.2026;Mari Maasikas;Arve 7;;T1;;;1'412.37;1'412.37\n31.10.2026;1;${own.ch};CHF;01.10.2026;frais;;;T1\n31.10.2026;1;${own.ch};CHF;02.10.2026;Kraan;remont;;T2;;55.00;;1'357.37\n\nSolde initial;Solde final\n0.00;1'357.37\n`,
      'windows-1252',
    ),
    profile: /^UBS:/,
    currency: 'CHF',
    account: own.ch,
    payer: 'Mari Maasikas',
  },
  'Credit Suisse, with the currency beside the balance': {
    file: `Erstellt am 31.10.2026,,,\nKonto,"Kontokorrent,${own.ch}",,\nSaldo,1'357.37 CHF,,\n\nBuchungsdatum,Text,Belastung,Gutschrift,Valutadatum,Saldo\n01.10.2026,"Arve 7",,1412.37,01.10.2026,1412.37\n02.10.2026,remont,55.00,,02.10.2026,1357.37\n`,
    profile: /^Credit Suisse:/,
    currency: 'CHF',
    account: own.ch,
  },
  'Zürcher Kantonalbank, whose column Whg is the currency of the parts alone': {
    file: '"Datum";"Buchungstext";"Whg";"Betrag Detail";"ZKB-Referenz";"Referenznummer";"Belastung CHF";"Gutschrift CHF";"Valuta";"Saldo CHF";"Zahlungszweck"\n"01.10.2026";"Gutschrift";"EUR";"";"Z1";"1000012";"";"1412.37";"01.10.2026";"1412.37";"Arve 7"\n"02.10.2026";"remont";"";"";"Z2";"";"55.00";"";"02.10.2026";"1357.37";""\n',
    profile: /^Zürcher Kantonalbank:/,
    currency: 'CHF',
    reference: '1000012',
  },
  'Raiffeisen, whose account is the organization’s and so has its currency': {
    file: `IBAN;Booked At;Text;Credit/Debit Amount;Balance;Valuta Date\n${own.ch};2026-10-01 00:00:00.0;Arve 7;1412.37;1412.37;2026-10-01 00:00:00.0\n${own.ch};2026-10-02 00:00:00.0;remont;-55;1357.37;2026-10-02 00:00:00.0\n`,
    profile: /^Raiffeisen/,
    currency: 'CHF',
    account: own.ch,
    beside: { currency: '', accounts: new Map([[own.ch, 'CHF']]) },
  },
  'Migros Bank in German, with a person saying the currency': {
    file: '"Kontoauszug von:";"2026-10-01"\n;\n"Bezeichnung:";"Privatkonto"\n;\n"Datum";"Buchungstext";"Mitteilung";"Referenznummer";"Betrag";"Saldo";"Valuta"\n"01.10.2026";"Mari Maasikas";"Arve 7";"1000012";"1412.37";"1412.37";"01.10.2026"\n"02.10.2026";"remont";"";;"-55.00";"1357.37";"02.10.2026"\n',
    profile: /^Migros Bank/,
    currency: 'CHF',
    reference: '1000012',
    beside: { currency: 'CHF' },
  },
  'acrevis, with the currency before the balance': {
    file: 'Kontoauszug bis: 31.10.2026 ;;;\n;;;\nKontonummer: 1234;;;\nSaldo: CHF 1357.37;;;\n;;;\nDatum;Buchungstext;Betrag;Valuta\n01.10.26;Arve 7;1412.37;01.10.26\n02.10.26;remont;-55.00;02.10.26\n',
    profile: /acrevis/,
    currency: 'CHF',
  },
  'Berner Kantonalbank, with a person saying the currency': {
    file: iconv.encode(
      `Gutschrift / Belastung;Datum;Valuta;Buchungstext;Zusatzinfos Buchung;Name Auftraggeber / Begünstigter;Adresse Auftraggeber / Begünstigter;Konto / Bank;Mitteilung / Referenz;Zusatzinfos Transaktion;Betrag;Saldo\nGutschrift per;01.10.2026;01.10.2026;Zahlungseingang;;Mari Maasikas;;${payer};Arve 7;;1412.37;1412.37\nBelastung per;02.10.2026;02.10.2026;Auftrag;;Kraan;;;remont;;-55.00;1357.37\n`,
      'windows-1252',
    ),
    profile: /^Berner Kantonalbank/,
    currency: 'CHF',
    payer: 'Mari Maasikas',
    payerIban: payer,
    beside: { currency: 'CHF' },
  },
  'Bank Cler in Italian, of an account in euros': {
    file: 'Data di registrazione;Data valuta;Tipo di ordine;Testo;Importo di addebito (EUR);Importo di accredito (EUR);Saldo (EUR)\n01.10.2026;01.10.2026;Accredito;"Mari Maasikas\nArve 7";;1412.37;1412.37\n02.10.2026;02.10.2026;Pagamento;remont;55.00;;1357.37\n',
    profile: /Bank Cler/,
    currency: 'EUR',
  },
  'Basellandschaftliche Kantonalbank, whose empty cells are blanks': {
    file: 'Auftragsdatum;Buchungstext;Betrag Einzelzahlung (CHF);Belastungsbetrag (CHF);Gutschriftsbetrag (CHF);Valutadatum;Saldo (CHF)\n01.10.2026;"Arve 7"; ; ;1412.37;01.10.2026;1412.37\n02.10.2026;remont; ;55.00; ;02.10.2026;1357.37\n',
    profile: /^Basellandschaftliche/,
    currency: 'CHF',
  },
  'Aargauische Kantonalbank, with the currency in the heading of the balance': {
    file: "Buchung;Buchungstext;Belastung;Gutschrift;Saldo CHF;\n01.10.2026;Arve 7;;1'412.37;1'412.37;\n02.10.2026;remont;55.00;;1'357.37;\n",
    profile: /Aargauische/,
    currency: 'CHF',
  },
  'Banque Cantonale Vaudoise': {
    file: "Transactions list;;;;;\nAccount No. : X;;;;;\nCurr. : CHF;;;;;\n;;;;;\nExecution date;Transactions;Debit;Credit;Value date;Balance\n01.10.2026;Arve 7;;1'412.37;01.10.2026;\n02.10.2026;remont;55.00;;02.10.2026;\n",
    profile: /Vaudoise/,
    currency: 'CHF',
  },
  'BancaStato, with a comma before the cents': {
    file: 'Data;Data valuta;Numero di ordine;Tipo di ordine;Testo di contabilizzazione;Addebiti (CHF);Accrediti (CHF);Saldo (CHF)\n01.10.2026;01.10.2026;1;Bonifico;Arve 7;;1.412,37;1.412,37\n02.10.2026;02.10.2026;2;Pagamento;remont;55,00;;1.357,37\n',
    profile: /^BancaStato/,
    currency: 'CHF',
  },
  'neon, all of whose accounts are in francs': {
    file: '"Date";"Amount";"Original amount";"Original currency";"Exchange rate";"Description";"Subject";"Category";"Tags";"Wise";"Spaces"\n"2026-10-01";"1412.37";"";"";"";"Mari Maasikas";"Arve 7";"income";"";"no";"no"\n"2026-10-02";"-55.00";"-50.00";"EUR";"0.9";"Kraan";"remont";"";"";"no";"no"\n',
    profile: /^neon/,
    currency: 'CHF',
    payer: 'Mari Maasikas',
  },
  'OP, where the payee’s account is one’s own': {
    file: iconv.encode(
      `Kirjauspäivä;Arvopäivä;Määrä  EUROA;"Laji";Selitys;Saaja/Maksaja;Saajan tilinumero ja pankin BIC;Viite;Viesti;Arkistointitunnus;\n01.10.2026;01.10.2026;1412,37;"106";TILISIIRTO;Mari Maasikas;${own.fi} OKOYFIHH;ref=1000012;Arve 7;A1;\n02.10.2026;02.10.2026;-55,00;"106";TILISIIRTO;Kraan;${payer} HABAEE2X;;remont;A2;\n`,
      'iso-8859-1',
    ),
    profile: /^OP:/,
    currency: 'EUR',
    account: own.fi,
    payer: 'Mari Maasikas',
    beside: { accounts: new Map([[own.fi, 'EUR']]) },
  },
  'Nordea in Finland, where accounts stand in the place of who pays': {
    file: `Kirjauspäivä;Määrä;Maksaja;Maksunsaaja;Nimi;Otsikko;Viitenumero;Saldo;Valuutta\n2026/10/01;1412,37;${payer};${own.fi};Mari Maasikas;Arve 7;1000012;1412,37;EUR\nVaraus;-1,00;;;Kioski;Kioski;;;EUR\n2026/10/02;-55,00;${own.fi};;Kraan;remont;;1357,37;EUR\n`,
    profile: /^Nordea/,
    currency: 'EUR',
    account: own.fi,
    payer: 'Mari Maasikas',
    payerIban: payer,
    reference: '1000012',
    beside: { accounts: new Map([[own.fi, 'EUR']]) },
  },
  'Nordea in Sweden, with what is only reserved': {
    file: '\ufeffBokföringsdag;Belopp;Avsändare;Mottagare;Namn;Rubrik;Saldo;Valuta;\nReserverat;-89,00;;;Espresso;Kortköp;;SEK;\n2026/10/01;1412,37;;;Mari Maasikas;Arve 7;1412,37;SEK;\n2026/10/02;-55,00;;;Kraan;remont;1357,37;SEK;\n',
    profile: /^Nordea/,
    currency: 'SEK',
    payer: 'Mari Maasikas',
  },
  'Swedbank in Sweden, below a line of its own': {
    file: iconv.encode(
      '* Transaktioner Period 2026-10-01–2026-10-31 Skapad 2026-11-01 08:00 CET\nRadnummer,Clearingnummer,Kontonummer,Produkt,Valuta,Bokföringsdag,Transaktionsdag,Valutadag,Referens,Beskrivning,Belopp,Bokfört saldo\n1,84525,222222222,Konto,SEK,2026-10-01,2026-10-01,2026-10-01,Mari Maasikas,Arve 7,1412.37,1412.37\n2,84525,222222222,Konto,SEK,2026-10-02,2026-10-02,2026-10-02,Kraan,remont,-55.00,1357.37\n',
      'windows-1252',
    ),
    profile: /^Swedbank \(Sweden\)/,
    currency: 'SEK',
    account: '222222222',
  },
  'SEB in Sweden, with three decimals': {
    file: '\ufeffBokföringsdatum;Valutadatum;Verifikationsnummer;Text;Belopp;Saldo\n2026-10-02;2026-10-02;5484012629;remont;-55.000;1357.370\n2026-10-01;2026-10-01;5484012628;Arve 7;1412.370;1412.370\n',
    profile: /^SEB \(Sweden\)/,
    currency: 'SEK',
  },
  'Danske Bank in Denmark, with what waits': {
    file: iconv.encode(
      '"Dato";"Tekst";"Beløb";"Saldo";"Status";"Afstemt"\n"01.10.2026";"Arve 7";"1.412,37";"1.412,37";"Udført";"Nej"\n"02.10.2026";"remont";"-55,00";"1.357,37";"Udført";"Nej"\n"03.10.2026";"Føtex";"-1,00";"";"Venter";"Nej"\n',
      'windows-1252',
    ),
    profile: /^Danske Bank \(Denmark\)/,
    currency: 'DKK',
  },
  'Danske Bank in Lithuania, whose rows are two columns shorter than its headings': {
    file: iconv.encode(
      'Date,Bank,Branch,Address,City,Country,Name,Memo,MemoConv,MemoDet,Amount,\n2026:10:01,,"",",Vilnius08500,LT","Mari Maasikas","Arve 7",,"",1412.37,\n2026:10:02,,"",",,","Kraanas ąžuolas","remont",,"",-55.00,\n2026:10:03,,"",",,","","Mokestis",,"",-.46,\n',
      'windows-1257',
    ),
    profile: /^Danske Bank \(Lithuania\)/,
    currency: 'EUR',
    payer: 'Mari Maasikas',
    beside: { currency: 'EUR' },
  },
  'SpareBank 1, where one of two accounts is one’s own': {
    file: `\ufeffDato;Beskrivelse;Rentedato;Inn;Ut;Til konto;Fra konto;\n"01.10.2026";"Arve 7";"";"1412,37";"";"86011117947";"15032080119";\n"02.10.2026";"remont";"";"";"-55,00";"15032080119";"86011117947";\n`,
    profile: /^SpareBank 1/,
    currency: 'NOK',
    account: own.no,
    beside: { accounts: new Map([[own.no, 'NOK']]) },
  },
  'ING in the Netherlands, with Af and Bij': {
    file: `"Datum","Naam / Omschrijving","Rekening","Tegenrekening","Code","Af Bij","Bedrag (EUR)","Mutatiesoort","Mededelingen"\n"20261001","Mari Maasikas","${own.nl}","${payer}","GT","Bij","1412,37","Overschrijving","Arve 7"\n"20261002","Kraan","${own.nl}","","BA","Af","55,00","Betaalautomaat","remont"\n`,
    profile: /^ING/,
    currency: 'EUR',
    account: own.nl,
    payer: 'Mari Maasikas',
    payerIban: payer,
  },
  'Knab, below its title': {
    file: `KNAB EXPORT;;;;;;;;;;;;;;;;\nRekeningnummer;Transactiedatum;Valutacode;CreditDebet;Bedrag;Tegenrekeningnummer;Tegenrekeninghouder;Valutadatum;Betaalwijze;Omschrijving;Type betaling;Machtigingsnummer;Incassant ID;Adres;Referentie;Boekdatum;\n"${own.nl}";"01-10-2026";"EUR";"C";"1.412,37";"${payer}";"Mari Maasikas";"01-10-2026";"Overboeking";"Arve 7";"";"";"";"";"R1";"01-10-2026";\n"${own.nl}";"02-10-2026";"EUR";"D";"55,00";"";"Kraan";"02-10-2026";"Pin";"remont";"";"";"";"";"R2";"02-10-2026";\n`,
    profile: /^Knab/,
    currency: 'EUR',
    account: own.nl,
    payer: 'Mari Maasikas',
    payerIban: payer,
  },
  'Rabobank, with three columns of description': {
    file: `"IBAN/BBAN","Munt","BIC","Volgnr","Datum","Rentedatum","Bedrag","Saldo na trn","Tegenrekening IBAN/BBAN","Naam tegenpartij","Omschrijving-1","Omschrijving-2","Omschrijving-3"\n"${own.nl}","EUR","RABONL2U","1","2026-10-01","2026-10-01","+1412,37","+1412,37","${payer}","Mari Maasikas","Arve 7","",""\n"${own.nl}","EUR","RABONL2U","2","2026-10-02","2026-10-02","-55,00","+1357,37","","Kraan","remont","",""\n`,
    profile: /^Rabobank/,
    currency: 'EUR',
    account: own.nl,
    payer: 'Mari Maasikas',
    payerIban: payer,
  },
};

for (const [name, sample] of Object.entries(samples)) {
  test(`${name} is read by its profile`, async () => {
    const { entries, findings } = await readStatementFile(sample.file, { currency: '', ...sample.beside });
    assert.match(findings.profile, sample.profile);
    const first = entries.find((entry) => entry.credit);
    const second = entries.find((entry) => !entry.credit);
    assert.deepEqual(
      [first?.amount, first?.bookedOn, first?.currency, first?.account],
      [141_237, '2026-10-01', sample.currency, sample.account ?? ''],
    );
    assert.match(first?.text ?? '', /Arve 7/);
    assert.equal(first?.payerName ?? undefined, sample.payer ?? first?.payerName ?? undefined);
    assert.equal(first?.payerIban ?? undefined, sample.payerIban);
    assert.equal(first?.references[0], sample.reference ?? first?.references[0]);
    assert.deepEqual([second?.amount, second?.bookedOn, second?.account], [5500, '2026-10-02', sample.account ?? '']);
    assert.equal(first?.hold, null);
  });
}

test('a file without a currency is read in none that nobody stated', async () => {
  const file = 'Datum;Buchungstext;Betrag;Valuta\n01.10.26;Arve 7;1412.37;01.10.26\n';
  const without = { currency: '' };
  assert.deepEqual(await refusalReasons(file, without), ['currency_missing 2']);
  assert.deepEqual(await refusalReasons(file, { ...without, accounts: new Map([[own.ch, 'CHF']]) }), [
    'currency_missing 2',
  ]);
  assert.equal((await readStatementFile(file, { currency: 'CHF' })).entries[0]?.currency, 'CHF');
  const named = `Konto ${own.ch}\n${file}`;
  assert.equal(
    (await readStatementFile(named, { ...without, accounts: new Map([[own.ch, 'CHF']]) })).entries[0]?.currency,
    'CHF',
  );
  const asked = await readStatementFile(named, { currency: 'USD', accounts: new Map([[own.ch, 'CHF']]) });
  assert.equal(asked.entries[0]?.currency, 'USD', 'an account may have several currencies at its bank');
  assert.equal(
    (await readStatementFile(`Saldo: CHF 10.00;\n${file}`, { currency: 'EUR' })).entries[0]?.currency,
    'CHF',
  );
  const guessed = 'Kuupäev;Selgitus;Summa\n01.10.2026;Arve 7;5,00\n';
  assert.deepEqual(await refusalReasons(guessed, without), ['currency_missing 2']);
  assert.equal((await readStatementFile(guessed.replace('5,00', '5,00 EUR'), without)).entries[0]?.currency, 'EUR');
});

test('of rows that may continue the previous one, none that lost its amount is taken for text', async () => {
  const head = `Date d'évaluation;IBAN;Monn.;Date de comptabilisation;Description 1;Description 2;Description 3;N° de transaction;Débit;Crédit`;
  const row = (id: string, rest: string) => `31.10.2026;${own.ch};CHF;01.10.2026;x;y;z;${id}${rest}`;
  const rows = (...all: string[]) => [head, ...all, ''].join('\n');
  assert.equal((await readStatementFile(rows(row('T1', ';;5.00'), row('T1', '')))).entries.length, 1);
  assert.deepEqual(await refusalReasons(rows(row('T1', ';;5.00'), row('T2', ''))), ['row_shifted 3']);
  assert.deepEqual(await refusalReasons(rows(row('T1', ';;5.00'), '31.10.2026;1')), ['row_shifted 3']);
  const parts = await readStatementFile(rows(row('T1', ';;5.00'), row('T1', '').replace('z', '2.50')));
  assert.equal(parts.entries[0]?.hold, 'batch_without_details');
});

test('an own account in any column is the account; of two, the one that received the payment', async () => {
  const second = new Map([
    [own.fi, 'EUR'],
    [own.nl, 'EUR'],
  ]);
  const file = `Date;Ref;Payer account;Beneficiary account number;Details;Amount;Currency\n2026-10-01;${own.fi};;;Arve 7;5.00;EUR\n2026-10-02;;${own.fi};${own.nl};moved;6.00;EUR\n2026-10-03;;${own.fi};${own.nl};moved;-6.00;EUR\n`;
  const { entries } = await readStatementFile(file, { accounts: second });
  assert.deepEqual(
    entries.map((entry) => entry.account),
    [own.fi, own.nl, own.fi],
  );
});

test('headings in the languages of Western and Northern Europe are understood, with the currency they name', async () => {
  const files = [
    ['Date;Libellé;Débit euros;Crédit euros\n13/10/2026;Arve 7;;5,00\n', 'EUR'],
    ['Data;Importo;Descrizione;Divisa\n13.10.2026;5,00;Arve 7;CHF\n', 'CHF'],
    ['Datum;Bedrag;Omschrijving;Munt\n13-10-2026;5,00;Arve 7;EUR\n', 'EUR'],
    ['Datum;Belopp SEK;Meddelande\n2026-10-13;5,00;Arve 7\n', 'SEK'],
    ['Dato;Tekst;Beløb;Valuta\n13.10.2026;Arve 7;5,00;DKK\n', 'DKK'],
    ['Päivämäärä;Määrä EUROA;Selite\n13.10.2026;5,00;Arve 7\n', 'EUR'],
  ] as const;
  for (const [file, currency] of files) {
    const { entries } = await readStatementFile(file, { currency: '' });
    const [only] = entries;
    assert.deepEqual([only?.amount, only?.credit, only?.currency, only?.text], [500, true, currency, 'Arve 7'], file);
  }
});

test('of amounts in several currencies those in the account’s count; which one that is, is never assumed', async () => {
  const rows = (headings: string, row: string) => `${headings}\n${row}\n`;
  const second = rows('Datum;Text;Betrag EUR;Betrag CHF', '01.12.2026;Arve 7;10.00;1200.50');
  const booked = async (file: string, beside: Partial<ReadingOptions> = {}) =>
    (await readStatementFile(file, { currency: '', ...beside })).entries.map((entry) => [
      entry.amount,
      entry.credit,
      entry.currency,
    ]);
  assert.deepEqual(await refusalReasons(second, { currency: '' }), ['currency_missing -']);
  assert.deepEqual(await refusalReasons(second, { currency: 'USD' }), ['currency_missing -']);
  await assert.rejects(readStatementFile(second, { currency: '' }), (error: Invalid) => {
    assert.match(error.problems[0]?.message ?? '', /"Betrag EUR", "Betrag CHF".*currency=EUR/);
    return true;
  });
  assert.deepEqual(await booked(second, { currency: 'CHF' }), [[120_050, true, 'CHF']]);
  assert.deepEqual(await booked(second, { currency: 'EUR' }), [[1000, true, 'EUR']]);
  const accounts = new Map([[own.ch, 'CHF']]);
  assert.deepEqual(await booked(`Konto ${own.ch}\n${second}`, { accounts }), [[120_050, true, 'CHF']]);
  assert.deepEqual(await refusalReasons(`Konto ${own.ch}\n${second}`, { currency: '' }), ['currency_missing -']);
  const inRow = rows('Datum;Konto;Text;Betrag EUR;Betrag CHF', `01.12.2026;${own.ch};Arve 7;10.00;1200.50`);
  assert.deepEqual(await booked(inRow, { accounts }), [[120_050, true, 'CHF']]);
  const balance = rows('Datum;Text;Betrag EUR;Betrag CHF;Saldo CHF', '01.12.2026;Arve 7;10.00;1200.50;1200.50');
  assert.deepEqual(await booked(balance), [[120_050, true, 'CHF']]);
  const apart = rows(
    'Buchungsdatum;Text;Belastung EUR;Gutschrift EUR;Belastung CHF;Gutschrift CHF',
    '01.12.2026;Arve 7;;10.00;;12.50',
  );
  assert.deepEqual(await booked(apart, { currency: 'CHF' }), [[1250, true, 'CHF']]);
  assert.deepEqual(await refusalReasons(apart, { currency: '' }), ['currency_missing -']);
  const signed = rows('Datum;Text;Betrag EUR;Betrag CHF;Wohin', '01.12.2026;Kraan;10.00;12.50;Lastschrift');
  assert.deepEqual(await booked(signed, { currency: 'CHF' }), [[1250, false, 'CHF']]);
  const unknown = rows('Datum;Text;Betrag;Betrag CHF', '01.12.2026;Arve 7;10.00;12.50');
  assert.deepEqual(await refusalReasons(unknown), ['currency_missing -']);
  assert.deepEqual(await booked(unknown, { currency: 'CHF' }), [[1250, true, 'CHF']]);
  const twice = rows('Datum;Text;Summe EUR;Betrag EUR;Betrag CHF', '01.12.2026;Arve 7;11.00;10.00;12.50');
  assert.deepEqual(await booked(twice, { currency: 'EUR' }), [[1000, true, 'EUR']]);
  const foreign = rows('Date;Text;Amount (EUR);Amount (Foreign Currency)', '2026-12-01;Arve 7;10.00;12.50');
  assert.deepEqual(await booked(foreign), [[1000, true, 'EUR']]);
  const empty = rows('Datum;Text;Betrag EUR;Betrag CHF', '01.12.2026;Arve 7;10.00;');
  assert.deepEqual(await refusalReasons(empty, { currency: 'CHF' }), ['amount_missing 2']);
  const other = rows('Datum;Text;Betrag EUR;Zahlungsbetrag HUF', '01.12.2026;Arve 7;10.00;4000');
  assert.deepEqual(await booked(other, { currency: 'HUF' }), [[400_000, true, 'HUF']]);
});

test('the heading of the balance names the currency where that of the amount does not', async () => {
  const rows = '01.12.2026;Arve 7;;12.50;01.12.2026;12.50\n';
  const only = async (headings: string, row: string, beside: Partial<ReadingOptions> = {}) =>
    (await readStatementFile(`${headings}\n${row}`, { currency: '', ...beside })).entries.map((entry) => [
      entry.amount,
      entry.currency,
    ]);
  const swiss = 'Buchungsdatum;Text;Belastung;Gutschrift;Valutadatum;Saldo CHF';
  assert.deepEqual(await only(swiss, rows), [[1250, 'CHF']]);
  assert.deepEqual(await only('Kuupäev;Selgitus;Summa;Jääk (EUR)', '01.12.2026;Arve 7;5,00;10,00\n'), [[500, 'EUR']]);
  const headings = 'Datum;Text;Betrag;Saldo EUR;Saldo CHF';
  const row = '01.12.2026;Arve 7;5.00;1.00;1.00\n';
  assert.deepEqual(await refusalReasons(`${headings}\n${row}`, { currency: '' }), ['currency_missing 2']);
  assert.deepEqual(await only('Datum;Text;Betrag;Gebühr EUR;Währung', '01.12.2026;Arve 7;5.00;0.00;CHF\n'), [
    [500, 'CHF'],
  ]);
  const profile = {
    name: 'Treuhand',
    headings: swiss.split(';'),
    columns: { date: 0, text: 1, credit: 3 },
    texts: [1],
    currency: null,
    account: null,
  };
  assert.deepEqual(await only(swiss, rows, { profiles: [profile] }), [[1250, 'CHF']]);
});
