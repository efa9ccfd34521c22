// English words of the letterhead.

export const letterhead = {
  title: 'Letterhead',
  lead: 'Stands on the invoices. E-invoices need the registration number, and the VAT number where there is VAT.',
  registrationNumber: 'Registration number',
  vatNumber: 'VAT number',
  street: 'Street and house',
  city: 'Town',
  postalCode: 'Postal code',
  country: 'Country, two letters',
  email: 'E-mail address',
  phone: 'Telephone',
  logo: 'Logo',
  noLogo: 'Without a logo the name stands on the invoices.',
  chooseLogo: 'Choose a picture',
  removeLogo: 'Remove the logo',
};
