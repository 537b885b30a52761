/** By when our team answers who writes to it: what every program promises its merchants, on each page that sends them to us. */
export const weAnswer = 'We answer within one business day.';
