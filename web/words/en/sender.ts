// English words of sender details.

export const sender = {
  title: 'Sender details',
  lead: 'Shown on invoices. E-invoices need the registration number, and the VAT number if VAT is charged.',
  registrationNumber: 'Registration number',
  vatNumber: 'VAT number',
  street: 'Street address',
  city: 'City',
  postalCode: 'Postal code',
  country: 'Country code',
  email: 'E-mail address',
  phone: 'Phone',
  logo: 'Logo',
  noLogo: 'Without a logo, invoices show the name.',
  chooseLogo: 'Upload logo',
  removeLogo: 'Remove logo',
};
