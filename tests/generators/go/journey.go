// The main journey of an integrator, with a client that is generated from the API document.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"
	"time"

	"journey/kyb"
)

var ctx = context.Background()

// must ends the journey with an error.
func must[Value any](value Value, err error) Value {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return value
}

// the body of a response, which is nil for any other status.
func the[Body any](body *Body, response *http.Response, raw []byte) Body {
	if body == nil {
		fmt.Fprintf(os.Stderr, "%s answered %s: %s\n", response.Request.URL, response.Status, raw)
		os.Exit(1)
	}
	return *body
}

// eventually returns what read returns, once it returns something.
func eventually[Value any](read func() *Value) Value {
	for range 200 {
		if value := read(); value != nil {
			return *value
		}
		time.Sleep(200 * time.Millisecond)
	}
	fmt.Fprintln(os.Stderr, "What was awaited did not happen.")
	os.Exit(1)
	panic("unreachable")
}

func with(name, value string) kyb.ClientOption {
	return kyb.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set(name, value)
		return nil
	})
}

func text(value string) *kyb.GivenAnswer {
	var answer kyb.GivenAnswer
	if err := answer.FromGivenAnswer0(value); err != nil {
		panic(err)
	}
	return &answer
}

func main() {
	url := os.Getenv("KYB_URL")
	server := must(kyb.NewClientWithResponses(url, with("Authorization", "Bearer "+os.Getenv("KYB_SECRET_KEY"))))
	browser := must(kyb.NewClientWithResponses(url, with("Origin", "https://shop.example")))

	templates := must(server.ListTemplatesWithResponse(ctx, nil))
	var config kyb.WidgetConfig
	for _, template := range the(templates.JSON200, templates.HTTPResponse, templates.Body).Data {
		if template.Id == "blank" {
			config = template.Config
		}
	}
	config.Modules["cac_verification"] = kyb.WidgetModule{Enabled: true, Required: true}
	config.Flow.Order = []kyb.ModuleId{kyb.ModuleIdBusinessProfile, kyb.ModuleIdCacVerification}

	opened := must(server.CreateWidgetWithResponse(ctx, nil, kyb.CreateWidgetJSONRequestBody{Name: "Go", Config: config}))
	widget := the(opened.JSON201, opened.HTTPResponse, opened.Body).Data
	live := must(server.SetWidgetStatusWithResponse(ctx, widget.Id, nil, kyb.SetWidgetStatusJSONRequestBody{Status: kyb.WidgetStatusLive}))
	the(live.JSON200, live.HTTPResponse, live.Body)

	refused := must(server.CreateWidgetWithResponse(ctx, nil, kyb.CreateWidgetJSONRequestBody{Name: "", Config: config}))
	invalid := must(the(refused.JSON400, refused.HTTPResponse, refused.Body).AsValidationFailedError())
	problems := []string{}
	if invalid.Code == kyb.ValidationFailedErrorCodeVALIDATIONFAILED && invalid.Details != nil {
		for _, problem := range *invalid.Details {
			problems = append(problems, problem.Path)
		}
	}

	key, reference, name := "go", "go", "Ada Provisions Limited"
	created := must(server.CreateApplicantWithResponse(ctx, widget.Id,
		&kyb.CreateApplicantParams{IdempotencyKey: &key},
		kyb.CreateApplicantJSONRequestBody{ReferenceId: &reference, Subject: &kyb.Subject{BusinessName: &name}}))
	applicant := the(created.JSON201, created.HTTPResponse, created.Body).Data
	session, id := applicant.SessionId, applicant.Applicant.Id

	given := map[string]map[string]*kyb.GivenAnswer{
		"business_profile": {"businessName": text(name), "email": text("ada@provisions.example")},
		"cac_verification": {"registrationNumber": text("RC1234567")},
	}
	for module, answers := range given {
		saved := must(browser.SaveSessionAnswersWithResponse(ctx, session, nil,
			kyb.SaveSessionAnswersJSONRequestBody{Token: widget.EmbedLinkToken, ModuleId: module, Answers: answers}))
		the(saved.JSON200, saved.HTTPResponse, saved.Body)
	}

	var form bytes.Buffer
	parts := multipart.NewWriter(&form)
	for field, value := range map[string]string{"token": widget.EmbedLinkToken, "moduleId": "cac_verification"} {
		if err := parts.WriteField(field, value); err != nil {
			panic(err)
		}
	}
	must(must(parts.CreateFormFile("file", "certificate.pdf")).Write(must(os.ReadFile(os.Getenv("KYB_UPLOAD")))))
	if err := parts.Close(); err != nil {
		panic(err)
	}
	attached := must(browser.AttachFileWithBodyWithResponse(ctx, session, nil, parts.FormDataContentType(), &form))
	the(attached.JSON201, attached.HTTPResponse, attached.Body)
	submitted := must(browser.SubmitSessionWithResponse(ctx, session, nil, kyb.SubmitSessionJSONRequestBody{Token: widget.EmbedLinkToken}))
	the(submitted.JSON200, submitted.HTTPResponse, submitted.Body)

	decided := eventually(func() *kyb.ApplicantDetail {
		read := must(server.ReadApplicantWithResponse(ctx, id, nil))
		detail := the(read.JSON200, read.HTTPResponse, read.Body).Data
		if detail.DecidedAt == nil {
			return nil
		}
		return &detail
	})
	approved, ten, hundred := kyb.ApplicantStatusApproved, 10, 100
	list := must(server.ListApplicantsWithResponse(ctx, &kyb.ListApplicantsParams{Status: &approved, Limit: &ten}))
	listed := []string{}
	for _, one := range the(list.JSON200, list.HTTPResponse, list.Body).Data {
		listed = append(listed, one.Id)
	}
	decision := eventually(func() *kyb.KybApplicantDecisionEvent {
		feed := must(server.ListEventsWithResponse(ctx, &kyb.ListEventsParams{Limit: &hundred}))
		for _, event := range the(feed.JSON200, feed.HTTPResponse, feed.Body).Data {
			switch event := must(event.ValueByDiscriminator()).(type) {
			case kyb.KybApplicantDecisionEvent:
				if event.Data.ApplicantId == id {
					return &event
				}
			}
		}
		return nil
	})

	emptied := must(server.SetSandboxWalletWithResponse(ctx, nil, kyb.SetSandboxWalletJSONRequestBody{BalanceKobo: 0}))
	the(emptied.JSON200, emptied.HTTPResponse, emptied.Body)
	unpaid := must(server.CreateApplicantWithResponse(ctx, widget.Id, nil, kyb.CreateApplicantJSONRequestBody{}))
	unaffordable := the(unpaid.JSON402, unpaid.HTTPResponse, unpaid.Body)

	type file struct {
		Filename *string `json:"filename"`
		Size     int     `json:"size"`
	}
	files := []file{}
	for _, attachment := range decided.Attachments["cac_verification"] {
		files = append(files, file{attachment.Filename, attachment.Size})
	}
	if err := json.NewEncoder(os.Stdout).Encode(map[string]any{
		"applicantId":  id,
		"status":       decided.Status,
		"files":        files,
		"listed":       listed,
		"decision":     map[string]any{"environment": decision.Environment, "status": decision.Data.Status},
		"problems":     problems,
		"requiredKobo": unaffordable.Details.RequiredKobo,
	}); err != nil {
		panic(err)
	}
}
